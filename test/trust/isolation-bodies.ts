/** The bodies with which an operation's identifiers are tried, from its cases. */
import { type Operation, provocationAt } from '../../lib/contract/cases.ts';
import { type Form, jsonNumbers, jsonTexts } from './isolation-forms.ts';
import type { Pair } from './isolation-world.ts';

export interface Body {
  readonly name: string;
  readonly text?: string;
}

/** An identifier in a body: the body's text around it. */
export interface BodyPlace {
  readonly pair: Pair;
  readonly forms: readonly Form[];
  /** @param json - the identifier as JSON, or what stands in its place */
  of(json: string): string;
}

export interface Bodies {
  /** What the operation accepts, first of all. */
  readonly valid: Body;
  readonly others: readonly Body[];
  /** Bodies of such a size that they are sent with the plain form alone; made where they are asked for. */
  readonly bulky: readonly Body[];
  readonly places: readonly BodyPlace[];
}

const body = (name: string, value: unknown): Body => ({ name, text: JSON.stringify(value) });
const withFiller = (value: unknown, length: number) => ({ ...(value as object), filler: 'x'.repeat(length) });

/** Stands in for the identifier while a body is written. */
const TOKEN = '\u0001identifier\u0001';

type Path = readonly string[];

/** Where two bodies differ: the path of the value, and the two. */
const differenceOf = (foreign: unknown, absent: unknown, path: Path = []): { path: Path; pair: [unknown, unknown] } => {
  if (typeof foreign !== 'object' || foreign === null) return { path, pair: [foreign, absent] };
  const [name, value] = Object.entries(foreign).find(
    ([each, own]) => JSON.stringify(own) !== JSON.stringify((absent as Record<string, unknown>)[each]),
  )!;
  return differenceOf(value, (absent as Record<string, unknown>)[name], [...path, name]);
};

const valueAt = (source: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], source);

const withValue = (source: unknown, [name, ...rest]: Path, value: unknown): unknown => {
  if (name === undefined) return value;
  const copy = (Array.isArray(source) ? [...source] : { ...(source as object) }) as Record<string, unknown>;
  copy[name] = withValue(copy[name], rest, value);
  return copy;
};

const withToken = (source: unknown, path: Path, value: unknown) => {
  const [before = '', behind = ''] = JSON.stringify(withValue(source, path, value)).split(JSON.stringify(TOKEN));
  return (json: string) => `${before}${json}${behind}`;
};

/** A place in the body by the cases of its name; one in a list is tried bare, next to an own one, and in a list of its own too. */
const placesOf = (operation: Operation, name: string): BodyPlace[] => {
  const { foreign, absent } = operation.cases.foreign[name]!;
  const { path, pair } = differenceOf(foreign.body, absent.body);
  const [theirs, unknowns] = pair.map(String) as [string, string];
  const forms = typeof pair[0] === 'number' ? jsonNumbers : jsonTexts;
  const list = path.slice(0, -1);
  const own = operation.cases.examples.map((example) => valueAt(example.body, list)).find(Array.isArray)?.[0];
  const isListed = Array.isArray(valueAt(foreign.body, list));
  const shapes: readonly (readonly [string, unknown])[] = isListed
    ? [
        ['bare', TOKEN],
        ['alone', [TOKEN]],
        ['behind an own one', [own, TOKEN]],
        ['before an own one', [TOKEN, own]],
        ['in a list', [[TOKEN]]],
      ]
    : [['alone', TOKEN]];
  return shapes.map(([shape, value]) => ({
    pair: { kind: `${name}, ${shape}`, theirs, unknowns },
    forms,
    of: withToken(foreign.body, isListed ? list : path, value),
  }));
};

/** An operation that takes no body is sent none. */
const NONE: Bodies = { valid: { name: 'none' }, others: [], bulky: [], places: [] };

/**
 * What the cases hold: the examples, the request that is wrong, and every provocation that needs another record than the
 * examples do, as it hangs on what is stored.
 */
export const bodiesOf = (operation: Operation, now = Date.now()): Bodies => {
  if (!operation.request) return NONE;
  const { examples, provocations, invalid, foreign } = operation.cases;
  const [first, ...more] = examples;
  const byRecord = Object.entries(provocations).flatMap(([name, provoked]) => {
    const provocation = provocationAt(now, provoked);
    return provocation?.parameters ? [body(name, provocation.body ?? first.body)] : [];
  });
  return {
    valid: body('valid', first.body),
    others: [
      ...more.map(({ summary, body: own }) => body(summary, own)),
      ...byRecord,
      ...(invalid ? [body('invalid', invalid.body)] : []),
      ...(operation.bodyOptional ? [{ name: 'none' }] : []),
      body('no fields', {}),
      { name: 'no JSON', text: '{"email":' },
    ],
    get bulky() {
      return [
        body('of 450 KB', withFiller(first.body, 450_000)),
        body('over 1 MiB', withFiller(first.body, 1_100_000)),
      ];
    },
    places: Object.keys(foreign)
      .filter((name) => operation.bodyIdentifiers?.includes(name))
      .flatMap((name) => placesOf(operation, name)),
  };
};
