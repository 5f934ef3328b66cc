/**
 * What belongs to another partner is answered as what is not there: byte for byte, and with the same calls to the table.
 * test/trust/isolation.ts tries the same places with every spelling of an identifier.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ForeignPlace, Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { parametersOf, successOf } from '../../lib/contract/derived.ts';
import { recordNumber } from '../../lib/contract/parameters.ts';
import { operations } from '../../lib/operations.ts';
import type { Noted } from '../../tools/data/keys-written.ts';
import { tried } from '../support/chosen.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask, DEMO_KEYS, type Received, type Sent } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** The values in which two requests differ, as texts: a response may repeat what it was asked. */
const differences = (foreign: unknown, absent: unknown): readonly (readonly [string, string])[] => {
  if (typeof foreign !== 'object' || foreign === null) {
    return foreign === absent ? [] : [[String(foreign), String(absent)]];
  }
  return Object.entries(foreign).flatMap(([name, value]) =>
    differences(value, (absent as Record<string, unknown>)[name]),
  );
};

/** A response as text, with what the request names in place of what it repeats. */
const shown = ({ status, headers, text }: Received, echoed: readonly string[]): string =>
  echoed.reduce((all, value) => all.replaceAll(value, '<identifier>'), JSON.stringify([status, headers, text]));

/** Calls with each value replaced by its length: identifiers differ, and so do the digests of keys. */
const shapeOf = (calls: readonly Noted[]): string =>
  JSON.stringify(calls, (_, value: unknown) => (typeof value === 'string' ? value.length : value));

const ways = ({ writes, ifMatch }: Operation): readonly (readonly [string, (side: string) => Sent])[] => [
  ['plain', () => ({})],
  ['problem details', () => ({ headers: { Accept: 'application/problem+json' } })],
  ...(writes ? [['a dry run', () => ({ parameters: { validateOnly: 'true' } })] as const] : []),
  ...(ifMatch ? [['If-Match', () => ({ parameters: { 'If-Match': '"1"' } })] as const] : []),
  ...(writes
    ? [['Idempotency-Key', (side: string) => ({ parameters: { 'Idempotency-Key': `foreign-${side}` } })] as const]
    : []),
];

/** The places of an operation that name a record, and the values of those that are parameters, all as their owner has them. */
const ownersParameters = ({ cases }: Operation) =>
  Object.assign({}, ...Object.values(cases.foreign).map(({ foreign }) => foreign.parameters ?? {}));

const places = operations.flatMap((operation) =>
  Object.entries(operation.cases.foreign).map(([place, cases]) => ({ operation, id: operation.id, place, cases })),
);

it('A parameter that holds the number of a record says that it does', () => {
  const unmarked = operations.flatMap((operation) =>
    parametersOf(operation)
      // One of a few words names no record.
      .filter(({ schema }) => !JSON.stringify(schema).includes('must be one of'))
      .filter(({ in: place, schema }) => place === 'path' || schema === recordNumber)
      .filter(({ addresses, identifies }) => !addresses && !identifies)
      .map(({ name }) => `${operation.id}: ${name} has neither addresses, as addressed(...) gives it, nor identifies`),
  );
  expect(unmarked).toEqual([]);
});

/** Of the partner's own key: the function remembers it for a minute, which may end between two requests. */
const isKeyLookup = (made: unknown): boolean => JSON.stringify(made).includes('"S":"KEY#');

/** Checked after the version: with another one both are a 412. */
const AFTER_VERSION = new Set(['updateProduct businessNumbers']);

/** The chain makes the ways alike for all: of some places all are tried, of each the plain one. */
const inAllWays = new Set(tried(places, 15, { salt: 'foreign ways', nameOf: ({ id, place }) => `${id} ${place}` }));
const asked = places.map((each) => ({
  ...each,
  inWays: ways(each.operation)
    .filter(([name]) => name !== 'If-Match' || !AFTER_VERSION.has(`${each.id} ${each.place}`))
    .slice(0, inAllWays.has(each) ? undefined : 1),
}));

describe.each(asked)('$id, $place', ({ operation, cases, inWays }) => {
  const { foreign, absent, code, owners = foreign }: ForeignPlace = cases;

  it('names a record that its owner reaches', async () => {
    const parameters = { ...ownersParameters(operation), ...owners.parameters };
    const { status, text } = await ask(operation, { ...owners, parameters, key: DEMO_KEYS.other });
    expect([status, text.length >= 2]).toEqual([successOf(operation), true]);
  });

  it.each(inWays)('is answered as if it were not there: %s', async (_, way) => {
    const send = async (side: string, sample: SampleRequest) => {
      const more = way(side);
      table.taken();
      const parameters = { ...sample.parameters, ...more.parameters };
      const received = await ask(operation, { ...sample, ...more, parameters });
      return { received, calls: table.taken().filter((made) => !isKeyLookup(made)) };
    };
    // Once before, for what a function looks up at its first request.
    await send('before', absent);
    const theirs = await send('theirs', foreign);
    const unknowns = await send('unknown', absent);
    const echoed = differences(foreign, absent);
    expect(echoed.length).toBeGreaterThan(0);
    expect(theirs.received.body.code).toBe(code);
    expect(
      shown(
        theirs.received,
        echoed.map(([value]) => value),
      ),
    ).toBe(
      shown(
        unknowns.received,
        echoed.map(([, value]) => value),
      ),
    );
    expect(theirs.calls.length).toBeGreaterThan(0);
    expect(shapeOf(theirs.calls)).toBe(shapeOf(unknowns.calls));
  });
});

it('Problem details name the place of a value that the message repeats', async () => {
  const repeating: string[] = [];
  for (const { operation, id, place, cases } of places) {
    const { body } = await ask(operation, { ...cases.absent, headers: { Accept: 'application/problem+json' } });
    const values = differences(cases.absent, cases.foreign).map(([value]) => value);
    if (!values.some((value) => body.message.endsWith(`: ${value}`))) continue;
    repeating.push(`${id} ${place}`);
    const [{ pointer, parameter = pointer.split('/')[1] }] = body.errors;
    expect([id, parameter]).toEqual([id, place]);
  }
  expect(repeating.length).toBeGreaterThan(10);
});
