/**
 * Bodies that are large for as little as they ask. Each is a field of the operation's schema and what fills it: almost what
 * a pattern asks for, lists of all that may be in a list, numbers, names and nesting without end.
 */
import type { Operation } from '../../lib/contract/cases.ts';

type Node = {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
};

/** What stands at one place of a body. */
export interface Filling {
  /** `location.city`; `[]` stands for some hundred items, `[*]` for as many as go in; the root is the empty text. */
  readonly path: string;
  readonly filler: string;
}

/** A body: its fillings share its bytes. */
export interface Shape {
  readonly operation: Operation;
  readonly fillings: readonly Filling[];
  /** Asks for every violation. */
  readonly all: boolean;
}

const repeated = (unit: string, size: number): string =>
  unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));

const text = (start: string, unit: string, end: string) => (size: number) =>
  `"${start}${repeated(unit, size - start.length - end.length - 2)}${end}"`;

const listOf = (item: (index: number) => string) => (size: number) => {
  const items: string[] = [];
  for (let left = size; left > 0 || items.length === 0; ) {
    const next = item(items.length);
    items.push(next);
    left -= next.length + 1;
  }
  return `[${items.join(',')}]`;
};

const object = (entry: (index: number) => string) => (size: number) => `{${listOf(entry)(size).slice(1, -1)}}`;

const nested = (open: string, close: string, inner: string) => (size: number) => {
  const depth = Math.floor(size / (open.length + close.length));
  return open.repeat(depth) + inner + close.repeat(depth);
};

/** What may fill a place, by name; each makes JSON of about `size` bytes. */
export const fillers: Readonly<Record<string, (size: number) => string>> = {
  letters: text('', 'a', ''),
  blanks: text('', ' ', 'x'),
  'blanks inside': text('x', ' ', 'x'),
  'blank commas': text('', ' , ', 'x'),
  commas: text('', 'a,', ''),
  'unequal words': (size) => `"${listOf((index) => `w${index}`)(size).slice(1, -1)}"`,
  'almost a host': text('', 'a.', ' '),
  'almost a URL': text('http://', 'a', ' x'),
  'almost a path': text('a.a/', '.gif', ' '),
  slashes: text('http://a/', '/?#', ' '),
  'almost a phone': text('+', '1 - ', 'x'),
  'almost a US phone': text('(650) 555-0100', ')', '('),
  digits: text('', '1', 'x'),
  'digits only': text('', '9', ''),
  'a fraction as text': text('0.', '1', ''),
  escapes: text('', '\\u0061', ''),
  'lone surrogates': text('', '\\ud800', ''),
  'pairs of surrogates': text('', '\\ud83d\\ude00', ''),
  accents: text('', '\u0130\u00df', ''),
  'a long number': (size) => repeated('9', size),
  'a long fraction': (size) => `0.${repeated('1', size)}`,
  'a list of blanks': listOf(() => '""'),
  'a list of nulls': listOf(() => 'null'),
  'a list of zeros': listOf(() => '0'),
  'a list of numbers': listOf((index) => String(index + 100_000)),
  'a list of numbers as text': listOf((index) => `"${index + 100_000}"`),
  'a list of letters': listOf(() => '"a"'),
  'a list of words': listOf((index) => `"w${index}"`),
  'a list of flags': listOf(() => 'true'),
  'a list of lists': listOf(() => '[]'),
  'a list of objects': listOf(() => '{}'),
  'a list of long texts': listOf(() => `"${'ab,'.repeat(300)}"`),
  'deep lists': nested('[', ']', ''),
  'deep objects': nested('{"a":', '}', '0'),
  'deep lists of objects': nested('[{"a":', '}]', '0'),
  names: object((index) => `"k${index}":0`),
  'long names': object((index) => `"${'k'.repeat(500)}${index}":0`),
  'digits as names': object((index) => `"${index * 7}":0`),
  'numbered fields': object((index) => `"category${index}":"c${index}"`),
  'numbered subcategories': object((index) => `"subcategory${index}":"c${index}"`),
  'numbered categories': object((index) => `"additionalCategory${index}":"c${index}"`),
  'long numbers in names': object((index) => `"category${'1'.repeat(200)}${index}Beta":"c"`),
};

/** A place of a schema that can be filled, and what the schema says of it. */
export interface Place {
  readonly path: string;
  /** The same for places that are read and checked alike. */
  readonly kind: string;
}

const kindOf = (node: Node): string =>
  JSON.stringify(node, (name, value) => (name === 'description' || name === 'title' ? undefined : value));

/** Every place of a schema, an array's items among them. */
export const placesOf = (schema: unknown, path = ''): Place[] => {
  const node = schema as Node;
  const { properties = {}, items } = node;
  const dot = path === '' ? '' : '.';
  return [
    { path, kind: kindOf(node) },
    ...Object.entries(properties).flatMap(([name, inner]) => placesOf(inner, `${path}${dot}${name}`)),
    ...(items ? [...placesOf(items, `${path}[]`), ...placesOf(items, `${path}[*]`)] : []),
  ];
};

/** What makes a body of this operation right, next to the place that is filled: what its first example has of what is required. */
const neededOf = ({ request, cases }: Operation): readonly (readonly [string, string])[] => {
  const { required = [] } = request as { readonly required?: readonly string[] };
  const body = Object.entries(cases.examples[0].body ?? {});
  const needed = required.length > 0 ? body.filter(([name]) => required.includes(name)) : body.slice(0, 1);
  return needed.map(([name, value]) => [name, JSON.stringify(value)]);
};

/** Fewer than any list of objects takes. */
const SOME_ITEMS = 900;
const FEW_BYTES = 8;

type Tree = Map<string, Tree | string>;

/** The filling as it stands behind the first name of its path. */
const valueAt = (segments: readonly string[], filler: string, size: number): Tree | string => {
  const [first, ...rest] = segments;
  if (first === undefined) return fillers[filler]!(size);
  if (!first.startsWith('[')) return new Map([[first, valueAt(rest, filler, size)]]);
  const item = textOf(valueAt(rest, filler, first === '[]' ? size / SOME_ITEMS : FEW_BYTES));
  return listOf(() => item)(size);
};

const textOf = (tree: Tree | string): string =>
  typeof tree === 'string' ? tree : `{${[...tree].map(([name, value]) => `"${name}":${textOf(value)}`).join(',')}}`;

const merge = (into: Tree, from: Tree): Tree => {
  for (const [name, value] of from) {
    const known = into.get(name);
    into.set(name, known instanceof Map && value instanceof Map ? merge(known, value) : value);
  }
  return into;
};

/** The body of a shape, of about `size` bytes. */
export const bodyOf = ({ operation, fillings }: Shape, size: number): string => {
  const share = Math.floor((size - 200) / fillings.length);
  const whole = fillings.find(({ path }) => path === '');
  // At the root the names stand next to those that are needed.
  const root = whole ? fillers[whole.filler]!(share) : '{}';
  const tree: Tree = new Map(neededOf(operation));
  for (const { path, filler } of fillings) {
    if (path === '') continue;
    const segments = path.split('.').flatMap((part) => part.split(/(\[\*?\])/).filter((each) => each !== ''));
    merge(tree, valueAt(segments, filler, share) as Tree);
  }
  if (whole && !root.startsWith('{')) return root;
  const entries = [textOf(tree).slice(1, -1), root.slice(1, -1)].filter((each) => each !== '');
  return `{${entries.join(',')}}`;
};

/** How a failure names a shape. */
export const describeShape = ({ operation, fillings, all }: Shape): string =>
  `${operation.id}: ${fillings.map(({ path, filler }) => `${path || 'the body'} of ${filler}`).join(' and ')}` +
  (all ? ', every violation asked for' : '');
