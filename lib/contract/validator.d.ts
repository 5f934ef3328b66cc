/** The compiled schemas of operations, by their ids; the build makes this module (cdk/build/validators.ts). */
declare module 'compiled:validators' {
  export const validators: Readonly<
    Record<
      string,
      | {
          /** Of the parameters, as one object by name. */
          readonly parameters: import('./violations.ts').Validate;
          /** Of the body; stops at the first violation. Absent where the operation takes no body. */
          readonly body?: import('./violations.ts').Validate;
          /** Loads the validator of the body that finds every violation; only clients that ask for all of them pay for it. */
          readonly loadAll?: () => Promise<import('./violations.ts').Validate>;
        }
      | undefined
    >
  >;
}
