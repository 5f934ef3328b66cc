/** A documented field of a contract. Pure. */

/**
 * Adds the document's description and examples to a schema (docs/adding-an-operation.md). Bundles leave them out, as
 * functions need the schema alone. The type is the schema's own.
 *
 * @param examples - one or more values that are accepted or returned
 */
export const field = <const S extends object>(schema: S, description: string, ...examples: readonly unknown[]): S => ({
  ...schema,
  description,
  ...(examples.length > 0 && { examples }),
});
