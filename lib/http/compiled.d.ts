/** What the build makes of the contracts of operations, by their ids (cdk/build/validators.ts). */
declare module 'compiled:validators' {
  export const validators: Readonly<
    Record<
      string,
      | {
          /** Its parameters with those that come by themselves, in the order in which they are judged. */
          readonly list: readonly import('../contract/derived.ts').NamedParameter[];
          /** Of the parameters, as one object by name. */
          readonly parameters: import('../contract/violations.ts').Validate;
          /** Of the body; stops at the first violation. Absent where the operation takes no body. */
          readonly body?: import('../contract/violations.ts').Validate;
          /** Loads the validator of the body that finds every violation; only clients that ask for all of them pay for it. */
          readonly loadAll?: () => Promise<import('../contract/violations.ts').Validate>;
          /** Of an operation that writes; the others do without its code. */
          readonly idempotency?: typeof import('./idempotency/once.ts');
        }
      | undefined
    >
  >;
}
