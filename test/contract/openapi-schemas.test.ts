/** The schemas of the document, as generators of clients take them: types, formats, names, descriptions, examples. */
import { describe, expect, it } from 'vitest';
import { allOperations } from '../../lib/operations.ts';
import { freshDocument } from '../../tools/docs/document.ts';
import { documentSchema } from '../../tools/docs/openapi/schema.ts';

type Node = { readonly [keyword: string]: unknown };

const document = await freshDocument();
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const typesOf = (node: Node): unknown[] => [node.type].flat();

interface Found {
  readonly place: string;
  readonly node: Node;
}

/** A schema and every schema in it. */
const within = (node: Node, place: string): Found[] => [
  { place, node },
  ...Object.entries((node.properties as Node) ?? {}).flatMap(([name, each]) =>
    within(each as Node, `${place}.${name}`),
  ),
  ...(isNode(node.items) ? within(node.items, `${place}[]`) : []),
  ...((node.anyOf as Node[] | undefined) ?? []).flatMap((each, index) => within(each, `${place}|${index}`)),
  ...(isNode(node.additionalProperties) ? within(node.additionalProperties, `${place}{}`) : []),
];

const components = Object.entries(document.components.schemas!);
const all = [
  ...components.flatMap(([name, node]) => within(node, name)),
  ...Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters }) =>
      (parameters as { name: string; schema: Node }[]).flatMap(({ name, schema }) =>
        within(schema, `${operationId}(${name})`),
      ),
    ),
  ),
];
const placesOf = (isWrong: (node: Node, place: string) => boolean): string[] =>
  all.filter(({ node, place }) => isWrong(node, place)).map(({ place }) => place);

/** Fields with the schema behind them: what a reference or an `anyOf` with null stands for. */
const fields = components.flatMap(([name, node]) =>
  Object.entries((node.properties as Record<string, Node> | undefined) ?? {}).map(([field, shown]) => {
    const [first] = (shown.anyOf as Node[] | undefined) ?? [];
    const { $ref } = first ?? shown;
    const target = $ref === undefined ? undefined : document.components.schemas![String($ref).split('/').at(-1)!];
    return { place: `${name}.${field}`, shown: { ...target, ...first, ...shown } as Node };
  }),
);

describe('the schemas of the document', () => {
  it('are found', () => {
    expect(all.length).toBeGreaterThan(300);
    expect(fields.length).toBeGreaterThan(200);
  });

  it('have a null only next to another type', () => {
    const isNullPart = (place: string) => /\|1$/.test(place);
    expect(placesOf((node, place) => node.type === 'null' && !isNullPart(place))).toEqual([]);
    expect(placesOf(({ anyOf }) => Array.isArray(anyOf) && anyOf.length !== 2)).toEqual([]);
    expect(placesOf((node) => Array.isArray(node.enum) && node.enum.includes(null))).toEqual([]);
    // A null that the values do not have would be none.
    expect(placesOf((node) => Array.isArray(node.enum) && Array.isArray(node.type))).toEqual([]);
  });

  it("have no name that openapi-generator's Go has for a function or type of its own", () => {
    const names = components.map(([name]) => name);
    expect(names.filter((name) => /^(?:New|Nullable)[A-Z]/.test(name))).toEqual([]);
  });

  it('have a type, and items where they are lists', () => {
    const isAny = (place: string) => place === 'MenuItemAttributes.mediaKeys[]';
    const isTyped = ({ type, $ref, anyOf, description }: Node) =>
      type || $ref || anyOf || /One of: \w+, \w+/.test(String(description));
    expect(placesOf((node, place) => !isTyped(node) && !isAny(place))).toEqual([]);
    // Go's generator fails on a union of plain types.
    expect(placesOf((node) => typesOf(node).filter((type) => type !== 'null').length > 1)).toEqual([]);
    expect(placesOf((node) => typesOf(node).includes('array') && node.items === undefined)).toEqual([]);
  });

  it('have no keyword of which clients make wrong code', () => {
    for (const keyword of ['const', 'not', 'allOf', 'oneOf', 'default']) {
      expect([keyword, placesOf((node) => keyword in node)]).toEqual([keyword, []]);
    }
    // An object has fields, or names of its own, and says so: openapi-typescript takes one without either for an empty one.
    const isObject = (node: Node) => typesOf(node).includes('object');
    const isOpen = ({ additionalProperties: others }: Node) => others === true || isNode(others);
    expect(placesOf((node) => isObject(node) && isOpen(node) === (node.properties !== undefined))).toEqual([]);
    expect(placesOf((node) => 'additionalProperties' in node && !isOpen(node))).toEqual([]);
    expect(placesOf((node) => Object.keys(node).some((keyword) => keyword.startsWith('x-')))).toEqual([]);
  });

  it('have a format where a number may be large or a fraction, and where a text is a time', () => {
    const isId = (place: string) =>
      /(?:^|[.(])(?:\w*(?:Number|AccountId)s?|id|cid|sourceId|businessId)\)?(?:\[\])?$/.test(place);
    const isNumber = (node: Node) => typesOf(node).some((type) => type === 'integer' || type === 'number');
    const ids = all.filter(({ node, place }) => isNumber(node) && isId(place));
    expect(ids.length).toBeGreaterThan(15);
    expect(ids.filter(({ node }) => node.format !== 'int64').map(({ place }) => place)).toEqual([]);
    // Java's generator makes an integer of 32 bits of what has no format, and cuts what is larger.
    const isLarge = (node: Node) => typesOf(node).includes('integer') && Number(node.maximum ?? 0) > 2_147_483_647;
    expect(placesOf(isLarge).length).toBeGreaterThan(3);
    expect(placesOf((node) => isLarge(node) && node.format !== 'int64')).toEqual([]);
    expect(placesOf((node) => typesOf(node).includes('number') && node.format !== 'double')).toEqual([]);
    // Search shows the day alone: `Feb 03, 2025`.
    const isTime = (place: string) => /\.(?:created|updated)At$/.test(place) && place !== 'FoundBusiness.createdAt';
    const times = all.filter(({ place }) => isTime(place));
    expect(times.length).toBeGreaterThan(3);
    expect(new Set(times.map(({ node }) => node.format))).toEqual(new Set(['date-time']));
  });

  it('describe every field, with an example', () => {
    const isLeaf = (node: Node) =>
      !node.properties && !(isNode(node.items) && typeof node.items.$ref === 'string') && !node.$ref;
    expect(fields.filter(({ shown }) => !shown.description).map(({ place }) => place)).toEqual([]);
    const bare = fields.filter(({ shown }) => isLeaf(shown) && !(shown.examples as unknown[] | undefined)?.length);
    expect(bare.map(({ place }) => place)).toEqual([]);
  });

  it('have names, none of them twice, also where case is ignored', () => {
    const names = [
      ...Object.values(document.components).flatMap((group) => Object.keys(group)),
      ...allOperations.map(({ id }) => id),
    ];
    const lower = names.map((name) => name.toLowerCase());
    const alike = names.flatMap((name, index) => {
      const first = lower.indexOf(lower[index]!);
      return first === index ? [] : [`${names[first]} and ${name}, of schemas or operations, are one for generators`];
    });
    expect(alike).toEqual([]);
    expect(placesOf((node, place) => node.properties !== undefined && /[.[|]/.test(place))).toEqual([]);
  });

  it('are refused without a name, and with one that another has', () => {
    const field = { type: 'object', properties: {} };
    expect(() => documentSchema({ title: 'A', type: 'object', properties: { field } }, false, new Map())).toThrow(
      'The object field has no title',
    );
    const both = { b: { ...field, title: 'B' }, c: { ...field, title: 'B', description: 'another' } };
    expect(() => documentSchema({ title: 'A', type: 'object', properties: both }, false, new Map())).toThrow(
      'Two schemas are named B',
    );
  });

  it('say where to write to, and where to call', () => {
    expect(document.info.contact).toBeDefined();
    const servers = document.servers as { url: string; variables?: object }[];
    expect(servers[0]?.url).toBe('http://localhost:3000');
    expect(Object.keys(servers[1]?.variables ?? {})).toEqual(['apiId', 'region', 'stage']);
  });
});
