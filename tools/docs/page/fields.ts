/** The fields of a schema of the document, as a list in which each has an anchor. Pure. */
import type { OpenApiDocument } from '../openapi/document.ts';
import type { Node } from '../openapi/flatten.ts';
import { escaped, inline } from './text.ts';

export interface Field {
  /** Unique on its page: `updateBusiness.location.zip`. */
  readonly id: string;
  readonly name: string;
  /** In words: `array of objects`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly limits: readonly string[];
  readonly pattern?: string;
  readonly description: string;
  readonly example?: unknown;
  readonly children: readonly Field[];
}

const listOf = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat());

/** A schema itself: what it refers to, or what it is next to `null`. */
const resolved = (node: Node, document: OpenApiDocument): Node => {
  if (typeof node.$ref === 'string') {
    const { $ref, ...own } = node;
    const name = $ref.split('/').at(-1)!;
    return { ...resolved(document.components.schemas![name]!, document), ...own };
  }
  const [one] = ((node.anyOf as Node[] | undefined) ?? []).filter(({ type }) => type !== 'null');
  if (!one) return node;
  const { anyOf: _, ...own } = node;
  return { ...resolved(one, document), ...own, isNullable: true };
};

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
};

const typeOf = (node: Node, items?: Node): string => {
  const types = listOf(node.type).map(String);
  const isNullable = types.includes('null') || node.isNullable === true;
  const [type = 'any'] = types.filter((each) => each !== 'null');
  const of = items && listOf(items.type).find((each) => each !== 'null');
  const shown = type === 'array' && of ? `array of ${PLURALS[String(of)] ?? `${of}s`}` : type;
  return isNullable ? `${shown} or null` : shown;
};

/** `3 to 250 characters`, `at most 10 items`. */
const between = (least: unknown, most: unknown, unit: string): string[] => {
  const [from, to] = [least, most].map((value) =>
    value === undefined ? undefined : Number(value).toLocaleString('en-US'),
  );
  const plural = to === '1' || (to === undefined && from === '1') ? unit.replace(/s$/, '') : unit;
  if (from !== undefined && to !== undefined) return [`${from === to ? from : `${from} to ${to}`}${plural}`];
  if (from !== undefined) return [`at least ${from}${plural}`];
  return to === undefined ? [] : [`at most ${to}${plural}`];
};

/** The largest number that JSON carries everywhere says nothing of a field. */
const bound = (value: unknown): unknown => (value === Number.MAX_SAFE_INTEGER ? undefined : value);

const limitsOf = (node: Node): string[] => [
  ...(node.format && node.format !== 'int64' && node.format !== 'double' ? [String(node.format)] : []),
  ...(node.enum ? [`one of ${(node.enum as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`] : []),
  ...(node.const === undefined ? [] : [`always ${JSON.stringify(node.const)}`]),
  ...between(node.minLength, node.maxLength, ' characters'),
  ...between(bound(node.minimum), bound(node.maximum), ''),
  ...between(node.minItems, node.maxItems, ' items'),
  ...(node.default === undefined ? [] : [`default ${JSON.stringify(node.default)}`]),
];

/** One field by its schema; also a parameter. */
export const fieldOf = (
  id: string,
  name: string,
  schema: Node,
  document: OpenApiDocument,
  isRequired: boolean,
): Field => {
  const node = resolved(schema, document);
  const items = node.items ? resolved(node.items as Node, document) : undefined;
  const others = typeof node.additionalProperties === 'object' ? (node.additionalProperties as Node) : undefined;
  const [example = node.example] = listOf(node.examples);
  const limits = [
    ...limitsOf(node),
    ...(items && !items.properties ? limitsOf(items).map((each) => `each ${each}`) : []),
  ];
  return {
    id,
    name,
    type: typeOf(node, items),
    isRequired,
    limits,
    ...(node.pattern !== undefined && { pattern: String(node.pattern) }),
    description: String(node.description ?? ''),
    ...(example !== undefined && !node.properties && !items?.properties && { example }),
    children: [
      ...fieldsOf(id, node, document),
      ...(items ? fieldsOf(id, items, document) : []),
      ...((others?.$ref ?? others?.type) ? [fieldOf(`${id}.*`, 'any name', others!, document, false)] : []),
    ],
  };
};

/** The fields of an object; none where the schema is none. */
export const fieldsOf = (prefix: string, schema: Node, document: OpenApiDocument): Field[] => {
  const node = resolved(schema, document);
  const required = (node.required as string[] | undefined) ?? [];
  return Object.entries((node.properties as Readonly<Record<string, Node>> | undefined) ?? {}).map(([name, each]) =>
    fieldOf(`${prefix}.${name}`, name, each, document, required.includes(name)),
  );
};

/** Every field of these, and of those below them. */
export const allFields = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [field, ...allFields(field.children)]);

const countOf = (fields: readonly Field[]): string =>
  fields.length === 1 ? 'its field' : `its ${fields.length} fields`;

const fieldItem = (field: Field): string => {
  const { id, name, type, isRequired, limits, pattern, description, example, children } = field;
  const below =
    children.length === 0
      ? ''
      : `<details><summary>${escaped(name)}: ${countOf(children)}</summary>${fieldList(children)}</details>`;
  return `<li id="${escaped(id)}">
<p class="field"><a class="self" href="#${escaped(id)}"><code>${escaped(name)}</code></a> <span class="type">${escaped(type)}</span>${
    isRequired ? ' <strong class="required">required</strong>' : ''
  }${limits.map((limit) => ` <span class="limit">${escaped(limit)}</span>`).join('')}</p>
${description === '' ? '' : `<p>${inline(description)}</p>\n`}${
  pattern === undefined ? '' : `<p class="note">Pattern <code>${escaped(pattern)}</code></p>\n`
}${example === undefined ? '' : `<p class="note">Example <code>${escaped(JSON.stringify(example))}</code></p>\n`}${below}</li>`;
};

/** @param fields - at least one */
export const fieldList = (fields: readonly Field[]): string =>
  `<ul class="fields">\n${fields.map(fieldItem).join('\n')}\n</ul>`;
