/** The demo data of a sandbox: what the demo's own file has, as items that their entities allow. */
import { expect, it } from 'vitest';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import demo from '../../../lib/sandbox/repository/demo.json' with { type: 'json' };
import { demoActions, drawPlace } from '../../../lib/sandbox/repository/demo-items.ts';
import { itemChecker } from '../../../tools/data/check-items.ts';
import { demoFile } from '../../../tools/local/demo.ts';
import { loadData } from '../../../tools/local/load-data.ts';
import { createTestTable } from '../../support/store.ts';
import { demoRecords } from './demo-records.ts';

const keyOf = (action: Action): string => {
  const [each] = Object.values(action) as [{ Key?: object; Item?: { pk: string; sk: string } }];
  return JSON.stringify(each.Key ?? { pk: each.Item?.pk, sk: each.Item?.sk });
};

it('is a part of the demo of npm start', async () => {
  const table = await createTestTable();
  await loadData(table, demoFile, ({ reason }) => {
    throw new Error(reason);
  });
  expect(JSON.parse(JSON.stringify(await demoRecords(table)))).toEqual(demo);
});

it('fits into one transaction, next to an idempotency key and the lease, and names no item twice', () => {
  const actions = demoActions('acme', drawPlace());
  expect(actions.length).toBeLessThanOrEqual(98);
  expect(new Set(actions.map(keyOf)).size).toBe(actions.length);
  expect(JSON.stringify(actions).length).toBeLessThan(200_000);
});

it('names none of the numbers that the demo has, and puts what its entities allow', () => {
  const actions = demoActions('acme', drawPlace());
  const problemOf = itemChecker();
  for (const action of actions) {
    expect(JSON.parse(keyOf(action)).pk).not.toMatch(/#7001\d\d(?:#|$)/);
    if ('Put' in action) expect([keyOf(action), problemOf(action.Put.Item)]).toEqual([keyOf(action), undefined]);
  }
  const numbers = JSON.stringify(actions).match(/"(?:businessNumbers?|accountNumber)":(?:\[[^\]]*\]|\d+)/g)!;
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((text) => /\b7001\d\d\b/.test(text))).toEqual([]);
});
