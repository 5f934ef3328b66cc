/** A field of a contract as its readers see it. Pure. */

/**
 * A schema with what the document says of the field (docs/adding-an-operation.md). No bundle holds it: functions need the
 * schema alone, and the type is the schema's.
 *
 * @param examples - one value that is accepted or answered, or several
 */
export const field = <const S extends object>(schema: S, description: string, ...examples: readonly unknown[]): S => ({
  ...schema,
  description,
  ...(examples.length > 0 && { examples }),
});
