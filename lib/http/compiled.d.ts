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
          /** Of the body; says nothing of what is wrong. Absent where the operation takes no body. */
          readonly body?: (body: unknown) => boolean;
          /** Loads those that say what is wrong with a body; only a request that is refused pays for them. */
          readonly loadReports?: () => Promise<import('./check-body.ts').Reports>;
          /** Of an operation that writes; the others do without its code. */
          readonly idempotency?: typeof import('./idempotency/once.ts');
        }
      | undefined
    >
  >;
}
