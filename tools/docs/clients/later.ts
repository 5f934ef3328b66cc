/** Responses of a later version: today's with new fields, which clients must tolerate (docs/versioning.md). Pure. */
import type { OpenApiDocument } from '../openapi/document.ts';

type Node = Readonly<Record<string, unknown>>;

/** A name that no field has. */
export const LATER_FIELD = 'aFieldOfLater';

const isObject = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of the body of a response, in one of the document's operations. */
const replySchema = ({ paths }: OpenApiDocument, path: string, method: string, status: number): Node => {
  const responses = paths[path]![method.toLowerCase()]!.responses as Readonly<Record<string, Node>>;
  const content = responses[String(status)]!.content as Readonly<Record<string, Node>>;
  return content['application/json']!.schema as Node;
};

/** A value with an additional field in each object whose schema names its fields; maps stay unchanged. */
const extended = (schemas: Readonly<Record<string, Node>>, schema: Node, value: unknown): unknown => {
  if (typeof schema.$ref === 'string') return extended(schemas, schemas[schema.$ref.split('/').at(-1)!]!, value);
  if (Array.isArray(schema.anyOf)) return value === null ? null : extended(schemas, schema.anyOf[0], value);
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value)) return isObject(items) ? value.map((each) => extended(schemas, items, each)) : value;
  if (!isObject(value)) return value;
  const schemaOf = (name: string) => (properties as Node | undefined)?.[name] ?? additionalProperties;
  const members = Object.entries(value).map(([name, each]) => {
    const own = schemaOf(name);
    return [name, isObject(own) ? extended(schemas, own, each) : each];
  });
  return { ...Object.fromEntries(members), ...(isObject(properties) && { [LATER_FIELD]: 'what comes later' }) };
};

/** Adds the fields to the body of a response. */
export const laterReply = (
  document: OpenApiDocument,
  { path, method, status }: { readonly path: string; readonly method: string; readonly status: number },
  value: unknown,
): unknown => extended(document.components.schemas!, replySchema(document, path, method, status), value);

/** A value without the added fields. */
export const withoutLater = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutLater);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (name === LATER_FIELD ? [] : [[name, withoutLater(each)]])),
  );
};
