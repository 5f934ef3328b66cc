/** Every example of the cases is answered as it says. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../cdk/build/validators.ts';
import { operations } from '../../lib/operations.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

describe.each(operations)('$id', (operation) => {
  it.each(operation.cases.examples)('$summary', async (example) => {
    const { status, body } = await ask(operation, example);
    expect({ status, body }).toEqual({ status: 200, body: example.reply });
    const validate = compile(operation.reply);
    expect([validate(body), validate.errors ?? []]).toEqual([true, []]);
  });
});
