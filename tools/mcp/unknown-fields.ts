/** The fields of a body that an operation does not know. The service ignores them; whoever misspelt one wants to know. Pure. */
import { isObject, type JsonObject } from '../../lib/contract/coercion.ts';
import { fieldsOfSchema, type Plan } from '../../lib/contract/plan.ts';

const isOpen = ({ kind }: Plan): boolean => kind === 'opaque' || kind === 'map';

const unknownIn = (fields: readonly Plan[], body: JsonObject, prefix: string): string[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const field = fields.find(({ names, numbered }) => names.includes(name) || numbered?.test(name));
    if (!field) return [`${prefix}${name}`];
    if (isOpen(field)) return [];
    const { fields: inner, items } = field;
    if (isObject(value)) return inner.length > 0 ? unknownIn(inner, value, `${prefix}${name}.`) : [];
    if (!Array.isArray(value) || !items || isOpen(items) || items.fields.length === 0) return [];
    return value.flatMap((row, index) =>
      isObject(row) ? unknownIn(items.fields, row, `${prefix}${name}[${index}].`) : [],
    );
  });

/**
 * The paths of fields that the schema of a body does not have, under any of their names: `location.zipcode`,
 * `hours[0].dya`.
 */
export const unknownFields = (schema: unknown, body: JsonObject): readonly string[] => {
  const isFree = (schema as { readonly 'x-read'?: string })['x-read'] === 'opaque';
  return isFree ? [] : unknownIn(fieldsOfSchema(schema), body, '');
};
