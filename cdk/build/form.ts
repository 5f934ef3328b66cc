/**
 * The form of a body: its schema, and what rules check of the request alone once its record was found. What the form
 * refuses is refused whatever the record has, so that no `Idempotency-Key` is used up (docs/decisions.md: idempotency).
 * It does not say which fields are required: that was checked before, and the fields that the record already has are
 * dropped since. Pure.
 */

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers that name records: any number of that format is read, and one below 1 or beyond 2^53 is no record's. */
const isNaming = ({ type, format, minimum, 'x-any-number': acceptsAny }: Node): boolean =>
  !acceptsAny && format === 'int64' && (type === 'number' || minimum === Number.MIN_SAFE_INTEGER);

const formsOf = (fields: Node): Node =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, formOf(field)]));

/**
 * What rules check of a value with their own errors. A value that is kept as sent is read by its rule, which takes other
 * spellings too; and rules count rows that are the same once, before a record is read.
 */
const limitsOf = ({ 'x-limits': limits, 'x-read': reading }: Node): Node => {
  if (!isNode(limits) || reading === 'opaque') return {};
  const { maxItems, ...rest } = limits;
  return rest;
};

/** @param schema - of a contract's request */
export const formOf = (schema: unknown): unknown => {
  if (!isNode(schema)) return schema;
  const { 'x-limits': limits, required, dependentRequired, allOf, anyOf, ...node } = schema;
  const { properties, items } = node;
  return {
    ...node,
    ...(isNaming(node) && { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    ...limitsOf(schema),
    ...(isNode(properties) && { properties: formsOf(properties) }),
    ...(isNode(items) && { items: formOf(items) }),
  };
};
