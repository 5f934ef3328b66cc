/**
 * Our own keywords of schemas.
 *
 * - `x-errors`: the response for a broken constraint, by keyword: a row of the catalogue, or the text of a plain 400.
 * - `x-read`: how `coercion.ts` reads the value forms that real clients send (`Reading` in `atoms.ts`).
 * - `x-flag`: of a flag, the field's own values for false and true.
 * - `x-blank: 'check'`: the constraints check a blank value. Without it, a blank value clears the field. `'null'`: the same,
 *   and `null` is its own value; of a list, blank text is read as `null`. `'list'`: an empty list clears the field too,
 *   though it is no list.
 * - `x-missing`: the value that is checked in place of a missing field.
 * - `x-blank-rows`: blank rows of an array are dropped where a sibling field has the given value, and refused
 *   elsewhere.
 * - `x-only-where`: the field is ignored, like an unknown one, unless an earlier field has one of these values.
 * - `x-one-of`: groups of fields, one of which an object must have. A rule of the operation refuses an object without any
 *   (`lacksAll` in `well-typed.ts`); the document says so.
 * - `x-limits`: keywords of JSON Schema that a rule of the operation checks, with its own error: for the document and forms
 *   (`cdk/build/form.ts`), as no validator reads them.
 * - `x-any-number`: an identifier that names no record is accepted, also one below 1.
 * - `x-aliases`: other names of the field. `x-numbered`: a pattern of numbered fields that are read into the list.
 */
export const KEYWORDS = [
  ...(['x-errors', 'x-read', 'x-flag', 'x-blank', 'x-missing', 'x-blank-rows', 'x-only-where'] as const),
  ...(['x-one-of', 'x-limits', 'x-any-number', 'x-aliases', 'x-numbered'] as const),
] as const;
