/** The document has each limit of a request's fields that the service has: of length, size, range, and listed values. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { triedOperations } from '../support/chosen.ts';
import { withValue } from './body-places.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { type BodySchema, bodySchemaOf, resolved, typeOf } from './document-bodies.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** Longer than any limit of a text; with all of a body it fits into a record. */
const LONG = 20_001;
const LARGE = Number.MAX_SAFE_INTEGER;
const MANY = 1500;

interface Try {
  readonly name: string;
  readonly value: unknown;
  /** Whether the document refuses it; what it does not name must be accepted, as far as length, size and range go. */
  readonly isBeyond: boolean;
}

const textsOf = ({ minLength = 0, maxLength, enum: values, pattern, format }: BodySchema): readonly Try[] => {
  if (values) return [{ name: 'another value', value: 'no such value', isBeyond: true }];
  const least = Number(minLength);
  return [
    ...(least > 0
      ? [{ name: 'too short', value: 'x'.repeat(least - 1), isBeyond: true }]
      : pattern === undefined
        ? [{ name: 'empty', value: '', isBeyond: false }]
        : []),
    ...(maxLength !== undefined
      ? [{ name: 'too long', value: 'x'.repeat(Number(maxLength) + 1), isBeyond: true }]
      : pattern === undefined && format === undefined
        ? [{ name: 'long', value: 'x'.repeat(LONG), isBeyond: false }]
        : []),
  ];
};

/** Ids are all that is safe as a number: one beyond is no JSON number of ours. */
const isSafe = (limit: unknown): boolean => Math.abs(Number(limit)) < LARGE;

const numbersOf = ({ minimum, maximum }: BodySchema): readonly Try[] => [
  ...(maximum === undefined
    ? [{ name: 'large', value: LARGE, isBeyond: false }]
    : isSafe(maximum)
      ? [{ name: 'too large', value: Number(maximum) + 1, isBeyond: true }]
      : []),
  ...(minimum === undefined
    ? [{ name: 'small', value: -LARGE, isBeyond: false }]
    : isSafe(minimum)
      ? [{ name: 'too small', value: Number(minimum) - 1, isBeyond: true }]
      : []),
];

const EMPTY: Readonly<Record<string, unknown>> = { string: 'x', integer: 1, number: 1, boolean: true };

const listsOf = ({ minItems = 0, maxItems, items = {} }: BodySchema, [row]: readonly unknown[]): readonly Try[] => {
  const each = row ?? EMPTY[typeOf(resolved(items)) ?? ''] ?? {};
  const rows = (length: number) => Array(length).fill(each);
  return [
    ...(Number(minItems) > 0
      ? [{ name: 'too few', value: rows(Number(minItems) - 1), isBeyond: true }]
      : [{ name: 'none', value: [], isBeyond: false }]),
    maxItems === undefined
      ? { name: 'many', value: rows(MANY), isBeyond: false }
      : { name: 'too many', value: rows(Number(maxItems) + 1), isBeyond: true },
  ];
};

const triesOf = (node: BodySchema, sent: unknown): readonly Try[] => {
  switch (typeOf(node)) {
    case 'string':
      return textsOf(node);
    case 'integer':
    case 'number':
      return numbersOf(node);
    case 'array':
      return listsOf(node, Array.isArray(sent) ? sent : []);
    default:
      return [];
  }
};

interface Tried {
  readonly path: readonly string[];
  readonly node: BodySchema;
  readonly isRequired: boolean;
}

/** The places of a body that can be tried; of a list its first row. */
const placesOf = (node: BodySchema, path: readonly string[] = [], isRequired = false): readonly Tried[] => {
  const { properties = {}, required = [], items } = resolved(node);
  return [
    ...(path.length > 0 ? [{ path, node: resolved(node), isRequired }] : []),
    ...Object.entries(properties).flatMap(([name, each]) => placesOf(each, [...path, name], required.includes(name))),
    ...(items ? placesOf(items, [...path, '[]']) : []),
  ];
};

const at = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (each, name) => (each as Record<string, unknown> | undefined)?.[name === '[]' ? '0' : name],
    body,
  );

/** What a violation says of a limit. */
const NAMES_LIMIT = /at (?:most|least) [0-9]|[0-9] to [0-9]/;

interface Named {
  readonly pointer?: string;
  readonly message: string;
  readonly limit?: number;
}

/** Limits that hang on more than the field: on the record, or on how many values differ. */
const DEPENDS: Readonly<Record<string, readonly string[]>> = {
  // What an account has a location ignores, and the other way round: the document has the fields of both.
  patchBusiness: [
    ...['/location/subLocality, long', '/location/zip, long', '/aggrOptions, too large', '/aggrOptions, too small'],
    ...['/hierarchyLevels, too many', '/hierarchyLevels/0, too long'],
  ],
  // Each tag counts once; the email of a contact that there is already may be longer.
  createTicket: ['/tags, too many', '/customer/emailId, long'],
  startBulkUpdate: ['/businessNumbers, too many'],
  // Each location counts once.
  schedulePost: ['/subBusinessNumbers, too many'],
  editScheduledPost: ['/subBusinessNumbers, too many'],
  editPublishedPost: ['/subBusinessNumbers, too many'],
  deletePost: ['/subBusinessNumbers, too many'],
  // By the channel.
  sendMessage: ['/text, long'],
};

const withBody = operations.filter(({ request }) => request);

it.each(triedOperations(12, { salt: 'documented limits', from: withBody }))('$id', async (operation: Operation) => {
  const { examples } = operation.cases;
  const found: string[] = [];
  for (const { path, node, isRequired } of placesOf(bodySchemaOf(operation))) {
    // A field that its example lacks may be ignored there.
    const { body: example, parameters } = examples.find(({ body }) => at(body, path) !== undefined) ?? examples[0];
    const pointer = `/${path.map((name) => (name === '[]' ? '0' : name)).join('/')}`;
    for (const { name, value, isBeyond } of triesOf(node, at(example, path))) {
      if (DEPENDS[operation.id]?.includes(`${pointer}, ${name}`)) continue;
      const { status, body } = await ask(operation, {
        body: withValue(example, path, value) as object,
        parameters: { ...parameters, ...(operation.writes && { validateOnly: true }) },
        headers: { Accept: 'application/problem+json' },
      });
      const own = ((body.errors ?? []) as readonly Named[]).filter((each) => each.pointer === pointer);
      const isLimit = own.some(({ limit, message }) => limit !== undefined || NAMES_LIMIT.test(message));
      if (isBeyond && status < 300) found.push(`${pointer}, ${name}: accepted, not by the document`);
      // Empty is as good as left out: the document must not take it where it requires the field.
      const isLeftOut = isRequired && (value === '' || (Array.isArray(value) && value.length === 0));
      if (!isBeyond && (isLimit || (isLeftOut && own.length > 0)))
        found.push(`${pointer}, ${name}: ${own[0]!.message}, not in the document`);
    }
  }
  expect(found).toEqual([]);
});
