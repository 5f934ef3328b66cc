/** A request that is refused for what it says itself leaves its Idempotency-Key free, whichever parameter it is. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { parametersOf, successOf } from '../../lib/contract/derived.ts';
import type { Parameter } from '../../lib/contract/operation.ts';
import { operations } from '../../lib/operations.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

const isNumber = ({ schema }: Parameter) => (schema as { type?: string }).type === 'integer';

const numbered = operations
  .filter(({ writes }) => writes)
  .flatMap((operation) =>
    parametersOf(operation)
      .filter((parameter) => parameter.addresses && isNumber(parameter))
      .map(({ name }) => ({ operation, id: operation.id, name })),
  );

it.each(numbered)('$id: $name', async ({ operation, name }) => {
  const headers = { 'Idempotency-Key': `malformed-${name}` };
  const refused = await ask(operation, { parameters: { [name]: 'x' }, headers });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect((await ask(operation, { headers })).status).toBe(successOf(operation));
});
