/** Every example of the cases is answered as it says, and so are the requests of the charts. */
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { compile } from '../../cdk/build/validators.ts';
import { successOf } from '../../lib/contract/derived.ts';
import type { Schema } from '../../lib/contract/operation.ts';
import { allOperations } from '../../lib/operations.ts';
import { type ChartedId, chartRequests } from '../../tools/docs/charts/requests.ts';
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
  const check = compiledOnce(operation.reply);
  it.each(operation.cases.examples)('$summary', async (example) => {
    const { status, body } = await ask(operation, example);
    const varying = (example.varies ?? []).map((name) => [name, expect.anything()]);
    const reply = varying.length > 0 ? { ...(example.reply as object), ...Object.fromEntries(varying) } : example.reply;
    expect({ status, body }).toEqual({ status: successOf(operation), body: reply });
    // What varies varies in its type's bounds; two answers of one value would not.
    for (const [name] of varying)
      expect(typeof body[name as string]).toBe(typeof (example.reply as never)[name as never]);
    const validate = check();
    expect([validate(body), validate.errors ?? []]).toEqual([true, []]);
  });
});

const FILE = join(projectRoot, 'tools/docs/charts/replies.json');

it('the charts of the reference show what the demo data answers (npx vitest run test/contract/examples.test.ts -u)', async () => {
  const replies: string[] = [];
  for (const operation of allOperations) {
    if (!(operation.id in chartRequests)) continue;
    const { lastUpdated: _, ...reply } = (await ask(operation, chartRequests[operation.id as ChartedId].request)).body;
    replies.push(`  ${JSON.stringify(operation.id)}: ${JSON.stringify(reply)}`);
  }
  expect(replies.length).toBe(Object.keys(chartRequests).length);
  await expect(`{\n${replies.join(',\n')}\n}\n`).toMatchFileSnapshot(FILE);
});
