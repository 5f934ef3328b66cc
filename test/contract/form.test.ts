/**
 * The form of a body refuses only what its operation refuses: the key of a refusal is free then, as no try of the request
 * can land (docs/writing-once.md).
 */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { formOf } from '../../cdk/build/form.ts';
import { compile } from '../../cdk/build/validators.ts';
import type { Operation } from '../../lib/contract/cases.ts';
import { type JsonObject, normalize } from '../../lib/contract/coercion.ts';
import { operations } from '../../lib/operations.ts';
import { tried } from '../support/chosen.ts';
import { type Node, type Place, placesOf, valueAt, withValue } from './body-places.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** A list of one row many times, which counts once where a rule counts distinct rows. */
const repeated = (value: unknown, times: number): readonly unknown[] => {
  const [row = 'a'] = Array.isArray(value) ? value : [];
  return Array.from({ length: times }, () => row);
};

/** Values at the borders of what forms refuse, and other spellings of the value that is there. */
const valuesFrom = (value: unknown): readonly unknown[] => [
  ...[0, -1, 1.5, '5', '05', '5.0', ' ', '', null, true, 'true', {}, [], [''], [null]],
  ...[101, 300, 5100].map((length) => 'x'.repeat(length)),
  ...[11, 51, 101, 501].map((times) => repeated(value, times)),
  ...(typeof value === 'string' ? [value + ' '.repeat(6000)] : []),
  ...(typeof value === 'number' ? [String(value), [value]] : []),
];

const LARGEST_BODY = 60_000;
/** In `npm test`. Most bodies pass the form, and cost nothing. */
const PLACES = 12;

const placeName = (place: Place) => place.join('.');
const triedPlaces = (operation: Operation) =>
  tried(placesOf(operation.request as Node), PLACES, { salt: `form of ${operation.id}`, nameOf: placeName });

/** Where a rule counts distinct rows, and where any number names a row: these are tried always. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  updateBusiness: ['customFields.[].id'],
  patchBusiness: ['customFields.[].id'],
  createTicket: ['tags'],
  schedulePost: ['subBusinessNumbers'],
};

/** Fields of accounts, which the patch of a location drops before anything is checked. */
const DROPPED: Readonly<Record<string, readonly string[]>> = { patchBusiness: ['aggrOptions', 'hierarchyLevels'] };

const writes = operations.filter((operation) => operation.writes && operation.request);

it.each(writes)('what the form of a body refuses is refused: $id', async (operation) => {
  const { body: example, parameters } = operation.cases.examples[0];
  const isRight = compile(formOf(operation.request));
  const always = new Set(ALWAYS[operation.id]);
  const places = placesOf(operation.request as Node).filter((place) => always.has(placeName(place)));
  const dropped = new Set(DROPPED[operation.id]);
  const accepted: string[] = [];
  for (const place of new Set([...places, ...triedPlaces(operation)])) {
    if (dropped.has(place[0]!)) continue;
    for (const value of valuesFrom(valueAt(example, place))) {
      const body = withValue(example, place, value) as JsonObject;
      if (isRight(normalize(operation.request!, body).body) || JSON.stringify(body).length > LARGEST_BODY) continue;
      const { status } = await ask(operation, { body, parameters: { ...parameters, validateOnly: true } });
      if (status < 300) accepted.push(`${placeName(place)}: ${JSON.stringify(value).slice(0, 60)}`);
    }
  }
  expect(accepted).toEqual([]);
});

/** It does not print as sent, so that it is kept as text until a field reads it. */
const LONG_NUMBER = '12345678901234567890';

/** The places of objects, rows among them. */
const objectsOf = (request: Node): readonly Place[] =>
  placesOf(request).filter((place) => {
    const node = place.reduce<Node | undefined>(
      (of, name) => (name === '[]' ? of?.items : of?.properties?.[name]),
      request,
    );
    return [node?.type].flat().includes('object');
  });

it.each(operations.filter(({ request }) => request))(
  '$id reads a number as one where an object belongs, however it is spelled',
  async (operation) => {
    const { body: example, parameters } = operation.cases.examples[0];
    const taken: string[] = [];
    for (const place of objectsOf(operation.request as Node)) {
      const text = JSON.stringify(withValue(example, place, '@'));
      const answer = (number: string) =>
        ask(operation, {
          body: text.replace('"@"', number),
          parameters: { ...parameters, ...(operation.writes && { validateOnly: true }) },
          headers: { Accept: 'application/problem+json' },
        });
      const [short, long] = [await answer('5'), await answer(LONG_NUMBER)];
      if (long.text !== short.text) taken.push(`${placeName(place)}: ${long.status} ${long.text}`);
    }
    expect(taken).toEqual([]);
  },
);
