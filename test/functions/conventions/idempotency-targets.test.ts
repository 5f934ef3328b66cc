/** A request under an `Idempotency-Key`, in every operation that writes to what its parameters address. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { parametersOf, successOf } from '../../../lib/contract/derived.ts';
import { allOperations } from '../../../lib/operations.ts';
import { type DemoTable, openDemoTable } from '../../contract/demo-table.ts';
import { ask } from '../../contract/sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

const addressing = allOperations.flatMap((operation) => {
  const named = parametersOf(operation).filter(({ addresses }) => addresses);
  return operation.writes === true && named.length > 0 ? [{ id: operation.id, operation, named }] : [];
});

it.each(addressing)('is another where it addresses another record: $id', async ({ operation, named }) => {
  const [example] = operation.cases.examples;
  const keyed = { ...example.parameters, 'Idempotency-Key': 'one' };
  expect((await ask(operation, { ...example, parameters: keyed })).status).toBe(successOf(operation));
  for (const { name } of named) {
    const value = Number(keyed[name as keyof typeof keyed]);
    for (const other of [value + 1, 799_999, 'x']) {
      const answer = await ask(operation, { ...example, parameters: { ...keyed, [name]: other } });
      expect([name, other, answer.status]).toEqual([name, other, 422]);
    }
  }
});
