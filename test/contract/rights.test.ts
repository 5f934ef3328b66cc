/** What an operation may do to the table is what its function does: neither a right is missing, nor one too many. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Operation, provocationAt } from '../../lib/contract/cases.ts';
import { tableActionsOf } from '../../lib/contract/derived.ts';
import { sandboxOperations } from '../../lib/operations.ts';
import { triedOperations } from '../support/chosen.ts';
import { actionsOf, type DemoTable, openDemoTable } from './demo-table.ts';
import { ask, type Sent } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** Every request that the cases hold. */
const requestsOf = ({ cases }: Operation): readonly Sent[] => [
  ...cases.examples,
  ...Object.values(cases.provocations).flatMap((provoked) => provocationAt(Date.now(), provoked) ?? []),
  ...(cases.invalid ? [cases.invalid] : []),
  ...Object.values(cases.foreign).flatMap(({ foreign, absent }) => [foreign, absent]),
];

const withParameter = (sent: Sent, name: string, value: string): Sent => ({
  ...sent,
  parameters: { ...sent.parameters, [name]: value },
});

/** A request in each way that its contract offers. */
const waysOf = ({ writes, ifMatch }: Operation, sent: Sent, index: number): readonly Sent[] => [
  sent,
  { ...sent, headers: { Accept: 'application/problem+json' } },
  ...(writes ? [withParameter(sent, 'validateOnly', 'true')] : []),
  ...(ifMatch ? [withParameter(sent, 'If-Match', '*')] : []),
  // The second one finds what the first one kept.
  ...(writes ? [0, 1].map(() => withParameter(sent, 'Idempotency-Key', `rights-${index}`)) : []),
];

/** What is needed where another request comes between, which no request of the cases brings about: its own test does. */
const IN_RACES: Readonly<Record<string, readonly string[]>> = {
  // Takes a response back whose location was deleted meanwhile: test/functions/surveys/at-once.test.ts.
  submitResponse: ['DeleteItem'],
};

const tried = [...triedOperations(12, { salt: 'rights' }), ...sandboxOperations];

it.each(tried)('$id does to the table what its contract says', async (operation) => {
  const requests = requestsOf(operation).flatMap((sent, index) => waysOf(operation, sent, index));
  table.taken();
  const used = new Set<string>();
  const send = async (sent: Sent) => {
    await ask(operation, sent);
    for (const noted of table.taken()) for (const action of actionsOf(noted)) used.add(action);
  };
  const restore = async () => {
    await table.restore();
    table.taken();
  };
  // The functions may remember the demo's keys by now; one that is not known is looked for each time.
  await send({ key: 'no-such-key-0000000000001' });
  for (const sent of requests) {
    await send(sent);
    await restore();
  }
  // The same under a key, where it changes nothing any more.
  const [example] = operation.cases.examples;
  await send(example);
  if (operation.writes) await send(withParameter(example, 'Idempotency-Key', 'rights-unchanged'));
  await restore();
  for (const action of IN_RACES[operation.id] ?? []) used.add(action);
  expect([...used].sort()).toEqual([...tableActionsOf(operation)].sort());
});

it('a transaction takes the rights of its actions', () => {
  const input = { TransactItems: [{ Put: {} }, { Update: {} }, { Delete: {} }, { ConditionCheck: {} }] };
  expect(actionsOf({ operation: 'TransactWriteItems', input })).toEqual([
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'ConditionCheckItem',
  ]);
});
