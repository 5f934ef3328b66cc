/** Holds answers against the OpenAPI document, with Ajv alone. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Operation } from '../../lib/contract/cases.ts';
import { documentFile } from '../../tools/docs/document.ts';
import { schemaNameOf } from '../../tools/docs/events/schemas.ts';

type Node = { readonly [keyword: string]: unknown };

/** As it is kept, which a test holds to the sources: each worker would make it again. */
const document = JSON.parse(await readFile(documentFile, 'utf8'));
/** A document is open to new fields; what is answered today must have no field that it does not describe. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, closed(each)]);
  const isObject = 'type' in value && [value.type].flat().includes('object') && 'properties' in value;
  return { ...Object.fromEntries(members), ...(isObject && { additionalProperties: false }) };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'document', ...document, components: closed(document.components) as object });

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** A node of the document, behind references, and where it stands. */
const at = (pointer: string): { node: Node | undefined; pointer: string } => {
  const node = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, part) =>
        (value as Node | undefined)?.[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    ) as Node | undefined;
  return typeof node?.$ref === 'string' ? at(node.$ref.slice(1)) : { node, pointer };
};

const errorsOf = (schemaPointer: string, value: unknown): string[] => {
  const validate = ajv.getSchema(`document#${schemaPointer}`);
  if (!validate) return [`no schema at ${schemaPointer}`];
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
};

export interface ShownAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * What is wrong with an answer, by the document: an undocumented status or type, a missing header or one that its status has
 * not, a body off its schema.
 */
export const offences = ({ method, path }: Operation, { status, headers, body }: ShownAnswer): string[] => {
  const response = at(`/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`);
  if (!response.node) return [`status ${status} is not documented`];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const content = (response.node.content as Node)[type];
  if (!content) return [`${status} as ${type} is not documented`];
  const missing = Object.entries(response.node.headers as Node)
    .filter(
      ([name, header]) => (at(String((header as Node).$ref).slice(1)).node?.required ?? false) && !headers.has(name),
    )
    .map(([name]) => `header ${name} is missing`);
  const listed = Object.keys(response.node.headers as Node);
  const unlisted = Object.keys(document.components.headers)
    .filter((name) => headers.has(name) && !listed.includes(name))
    .map((name) => `header ${name} is not documented with ${status}`);
  return [...missing, ...unlisted, ...errorsOf(`${response.pointer}/content/${escaped(type)}/schema`, body)];
};

/** What is wrong with a request's body, by the document. */
export const requestOffences = ({ method, path }: Operation, body: unknown): string[] =>
  errorsOf(
    `/paths/${escaped(path)}/${method.toLowerCase()}/requestBody/content/${escaped('application/json')}/schema`,
    body,
  );

/** The value of each example of a response, by name. */
export const responseExamples = (
  { method, path }: Operation,
  status: number,
  type: string,
): Record<string, unknown> => {
  const { node } = at(`/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`);
  const examples = ((node?.content as Node | undefined)?.[type] as Node | undefined)?.examples as Node | undefined;
  return Object.fromEntries(
    Object.entries(examples ?? {}).map(([name, example]) => {
      const { $ref, value } = example as Node;
      return [name, $ref === undefined ? value : at(String($ref).slice(1)).node?.value];
    }),
  );
};

/** What is wrong with an event that is sent to a webhook, by its schema in the document. */
export const eventOffences = (eventName: string, body: unknown): string[] => {
  const { node, pointer } = at(`/components/schemas/${schemaNameOf(eventName)}`);
  return node ? errorsOf(pointer, body) : [`${eventName} is not documented`];
};
