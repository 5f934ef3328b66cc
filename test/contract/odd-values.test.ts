/**
 * A value of a wrong kind at any place of any body is refused, and neither a fault nor more than a few violations: rules see a body
 * before the schema has refused it.
 */
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { triedOperations } from '../support/chosen.ts';
import { type Node, type Place, placesOf, withValue } from './body-places.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

const HOSTILE = { toString: 1, valueOf: 2 };
/** A rule that takes it for an object has a violation for each letter. */
const LONG = 'a'.repeat(500);
const ODD: readonly unknown[] = [{}, HOSTILE, 5, 'x', LONG, true, null, [[]], [{}], [HOSTILE], [5], [null]];

/** A few are of fields that hang on the one that is wrong. */
const FEW = 10;

const faultsOf = async (operation: Operation, place: Place, value: unknown): Promise<readonly string[]> => {
  const { body: example, parameters } = operation.cases.examples[0];
  const { status, body } = await ask(operation, {
    body: withValue(example, place, value) as object,
    parameters: { ...parameters, ...(operation.writes && { validateOnly: true }) },
    headers: { Accept: 'application/problem+json' },
  });
  const violations = (body.errors ?? []).length;
  if (status < 500 && violations <= FEW) return [];
  return [`${place.join('.')}: ${JSON.stringify(value).slice(0, 40)}: ${status}, ${violations} violations`];
};

const withBody = operations.filter(({ request }) => request);
const whole = new Set(triedOperations(1, { salt: 'odd values', from: withBody }));
const top = new Set(triedOperations(6, { salt: 'odd values at the top', from: withBody }));

/** Of some operations all of them at the top; of each the two that rules fall for, and the long text in the objects there. */
const valuesAt = (operation: Operation, { length }: Place): readonly unknown[] => {
  if (whole.has(operation) || (length === 1 && top.has(operation))) return ODD;
  if (length === 1) return [HOSTILE, LONG];
  return length === 2 ? [LONG] : [];
};

it.each(withBody)('$id refuses what is of a wrong kind', async (operation) => {
  const faults: string[] = [];
  for (const place of placesOf(operation.request as Node)) {
    const tries = valuesAt(operation, place).map((value) => faultsOf(operation, place, value));
    for (const found of await Promise.all(tries)) faults.push(...found);
  }
  expect(faults).toEqual([]);
});
