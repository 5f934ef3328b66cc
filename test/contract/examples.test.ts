/** Every example of the cases is answered as it says. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../cdk/build/validators.ts';
import { successOf } from '../../lib/contract/derived.ts';
import type { Schema } from '../../lib/contract/operation.ts';
import { allOperations } from '../../lib/operations.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

const compiledOnce = (schema: Schema) => {
  let validate: ReturnType<typeof compile> | undefined;
  return () => (validate ??= compile(schema));
};

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

describe.each(allOperations)('$id', (operation) => {
  const judge = compiledOnce(operation.reply);
  it.each(operation.cases.examples)('$summary', async (example) => {
    const { status, body } = await ask(operation, example);
    const varying = (example.varies ?? []).map((name) => [name, expect.anything()]);
    const reply = varying.length > 0 ? { ...(example.reply as object), ...Object.fromEntries(varying) } : example.reply;
    expect({ status, body }).toEqual({ status: successOf(operation), body: reply });
    // What varies varies in its type's bounds; two answers of one value would not.
    for (const [name] of varying)
      expect(typeof body[name as string]).toBe(typeof (example.reply as never)[name as never]);
    const validate = judge();
    expect([validate(body), validate.errors ?? []]).toEqual([true, []]);
  });
});
