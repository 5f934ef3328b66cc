/** A field that must not be left out answers alike where it is sent blank: what is blank says as little. */
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

const BLANK: readonly unknown[] = [null, '', ' ', []];

/** The interface has two codes for these: one that is left out, and one that is blank. */
const TOLD_APART = new Set([
  ...['updateBusiness phone', 'createBusiness zip', 'createCompetitor zip'],
  // An empty list removes all connectors; a blank password is one.
  ...['setConnectors connectors', 'setConnectors auth.username', 'setConnectors auth.password'],
]);

/** Those that are no row, and lie not deeper than in one. */
const fieldsOf = ({ request }: Operation): readonly Place[] =>
  placesOf(request as Node).filter((place) => place.at(-1) !== '[]' && place.length <= 3);

const codeWith = async (operation: Operation, place: Place, value: unknown): Promise<string> => {
  const { body: example, parameters } = operation.cases.examples[0];
  const { status, body } = await ask(operation, {
    body: withValue(example, place, value) as object,
    parameters: { ...parameters, ...(operation.writes && { validateOnly: true }) },
  });
  return status === 200 ? '200' : `${status}/${body.code}`;
};

/** An empty list is a value of the wrong kind for what is no list. */
const blanksOf = (operation: Operation, place: Place): readonly unknown[] => {
  const node = place.reduce<Node & { type?: unknown }>(
    (each, name) => (name === '[]' ? each.items! : each.properties![name]!),
    operation.request as Node,
  );
  return node.type === 'array' ? BLANK : BLANK.slice(0, -1);
};

const withBody = operations.filter(({ request }) => request);

it.each(triedOperations(15, { salt: 'blank fields', from: withBody }))('$id', async (operation) => {
  const found: string[] = [];
  for (const place of fieldsOf(operation)) {
    const name = `${operation.id} ${place.join('.')}`;
    const leftOut = await codeWith(operation, place, undefined);
    if (leftOut === '200' || TOLD_APART.has(name)) continue;
    for (const value of blanksOf(operation, place)) {
      const code = await codeWith(operation, place, value);
      if (code !== leftOut) found.push(`${name}: ${JSON.stringify(value)} is ${code}, left out it is ${leftOut}`);
    }
  }
  expect(found).toEqual([]);
});
