/** What a request itself gets wrong leaves its `Idempotency-Key` free, in every operation that writes. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Operation, provocationAt } from '../../../lib/contract/cases.ts';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import { allOperations } from '../../../lib/operations.ts';
import { type DemoTable, openDemoTable } from '../../contract/demo-table.ts';
import { ask, type Received, type Sent } from '../../contract/sample-call.ts';
import { triedOperations } from '../../support/chosen.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

type Body = Readonly<Record<string, unknown>>;

/** Values of a type that few fields take. */
const ODD: readonly unknown[] = [{ odd: [1] }, [[{}]], ''];

/** The body of the first example without one of its fields, and with an odd value in place of each. */
const spoiled = ({ cases }: Operation): readonly Sent[] => {
  const [{ body: first, ...example }] = cases.examples;
  const body = (first ?? {}) as Body;
  const changed = Object.keys(body).flatMap((name) => [
    Object.fromEntries(Object.entries(body).filter(([each]) => each !== name)),
    ...ODD.map((odd) => ({ ...body, [name]: odd })),
  ]);
  return [{}, ...changed].map((each) => ({ ...example, body: each }));
};

const refusable = (operation: Operation): readonly Sent[] => [
  ...(operation.cases.invalid ? [operation.cases.invalid] : []),
  ...Object.values(operation.cases.provocations).flatMap((each) => provocationAt(Date.now(), each) ?? []),
  ...spoiled(operation),
];

const refusalIn = ({ status, body }: Received) => JSON.stringify([status, body.code, body.message]);

const written: string[] = [];
/** A store that holds nothing, and notes what is put. */
const empty: Call = (async (name: string, input: { readonly Item?: { readonly type?: { readonly S: string } } }) => {
  if (name === 'PutItem') written.push(input.Item?.type?.S ?? '');
  return { Items: [], Count: 0, Responses: {} };
}) as never;

/** A request under a key where nothing is stored: its refusal, and whether that was kept. */
const inEmpty = async (operation: Operation, sent: Sent) => {
  written.length = 0;
  const parameters = { ...sent.parameters, 'Idempotency-Key': 'refused' };
  const answer = await table.instead(empty, () => ask(operation, { ...sent, parameters }));
  return { refusal: refusalIn(answer), isKept: written.includes('idempotency') };
};

const writing = allOperations.filter(({ writes, access }) => writes === true && access.length > 0);
/** What this refuses hangs on a record throughout. */
const BY_RECORD = new Set(['testWebhook']);

it.each(triedOperations(10, { salt: 'refused by the request', from: writing }))('$id', async (operation) => {
  // The partner's key is remembered from here on.
  await ask(operation, operation.cases.examples[0]);
  await table.restore();
  const absent = await inEmpty(operation, operation.cases.examples[0]);
  const kept: string[] = [];
  let checked = 0;
  for (const sent of refusable(operation)) {
    const answer = await ask(operation, sent);
    await table.restore();
    if (answer.status < 400) continue;
    const { refusal, isKept } = await inEmpty(operation, sent);
    // Whatever is stored, it is refused so, and not for what is not there.
    if (refusal !== refusalIn(answer) || refusal === absent.refusal) continue;
    checked++;
    if (isKept) kept.push(`${refusal}: ${JSON.stringify(sent.body)}`);
  }
  expect(kept).toEqual([]);
  expect(checked > 0).toBe(!BY_RECORD.has(operation.id));
});
