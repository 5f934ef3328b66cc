/** What the build compiles from the contracts of operations, by operation id (cdk/build/validators.ts). */
declare module 'compiled:validators' {
  export const validators: Readonly<
    Record<
      string,
      | {
          /** Its parameters, including implied ones, in the order of checking. */
          readonly list: readonly import('../contract/derived.ts').NamedParameter[];
          /** Validates the parameters, as one object by name, without reporting violations. */
          readonly parameters: (values: unknown) => boolean;
          /** Validates the body without reporting violations. Absent if the operation takes no body. */
          readonly body?: (body: unknown) => boolean;
          /** Whether a conflict is one of its errors; else it answers 503. */
          readonly answersConflict: boolean;
          /** Loads what reports violations; only refused requests pay for it. */
          readonly loadReports: () => Promise<import('./reports.ts').Reports>;
          /** Present for an operation that writes; the others are bundled without this code. */
          readonly idempotency?: typeof import('./idempotency/once.ts');
        }
      | undefined
    >
  >;
}
