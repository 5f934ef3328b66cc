/** The document says what is answered: each example and each error of each operation, held against it. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, provocationAt } from '../../lib/contract/cases.ts';
import { successOf } from '../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { allOperations, operations } from '../../lib/operations.ts';
import { shownErrors } from '../../tools/docs/openapi/errors.ts';
import type { Service } from '../../tools/local/service.ts';
import { tried, triedOperations } from '../support/chosen.ts';
import { send, startDemoService } from '../support/demo-service.ts';
import { offences, requestOffences, responseExamples } from '../support/document.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { asExampled, ask, type Sent } from './sample-call.ts';
import { sharedProvocations } from './shared-errors.ts';

const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** Asks the function, and holds its response against the document. */
const answer = async (operation: Operation, sent: Sent) => {
  const { status, headers, body } = await ask(operation, sent);
  expect(offences(operation, { status, headers: new Headers(headers as Record<string, string>), body })).toEqual([]);
  return { status, body };
};

const examples = allOperations.flatMap((operation) =>
  operation.cases.examples.map((example) => ({ operation, example, id: operation.id, summary: example.summary })),
);

// Each is answered as it says in examples.test.ts.
it.each(tried(examples, 24, { salt: 'examples', nameOf: ({ id, summary }) => `${id} ${summary}` }))(
  '$id, example: $summary',
  async ({ operation, example }) => {
    if (operation.request) expect(requestOffences(operation, example.body ?? {})).toEqual([]);
    const { status, body } = await answer(operation, example);
    expect(status).toBe(successOf(operation));
    expect(Object.values(responseExamples(operation, status, JSON_TYPE))).toContainEqual(asExampled(example, body));
  },
);

/** How an error of an operation comes about; `undefined` where no request of its own brings it about. */
const provocationOf = (
  operation: Operation,
  entry: ErrorEntry,
): (Sent & { first?: Sent; message?: string }) | undefined => {
  const { provocations, invalid } = operation.cases;
  const name = Object.entries(operation.errors).find(([, own]) => own === entry)?.[0];
  if (name !== undefined) return provocationAt(Date.now(), provocations[name]!);
  if (entry.message === invalid?.message) return invalid;
  const provoked = sharedProvocations.get(entry)?.(operation);
  return provoked === undefined || 'unprovoked' in provoked || provoked.table ? undefined : provoked;
};

const failures = allOperations.flatMap((operation) =>
  shownErrors(operation).flatMap((entry) => {
    const provoked = provocationOf(operation, entry);
    return provoked ? [{ operation, entry, provoked, id: operation.id, code: entry.code }] : [];
  }),
);

it.each(tried(failures, 18, { salt: 'errors', nameOf: ({ id, code, entry }) => `${id} ${code} ${entry.message}` }))(
  '$id, error $code',
  async ({ operation, entry, provoked: { first, message = entry.message, ...sent } }) => {
    const { status, code } = entry;
    if (first) await answer(operation, first);
    const plain = await answer(operation, sent);
    expect(plain).toEqual({ status, body: { code, message } });
    expect(Object.values(responseExamples(operation, status, JSON_TYPE))).toContainEqual(plain.body);
    if (first) await table.restore();

    if (first) await answer(operation, first);
    const problem = await answer(operation, { ...sent, headers: { Accept: PROBLEM_TYPE } });
    const documented = Object.values(responseExamples(operation, status, PROBLEM_TYPE));
    // The gateway answers these by itself, in the plain form alone.
    const isOfGateway = [errors.keyMissing, errors.keyInvalid].includes(entry);
    if (!isOfGateway) expect(documented).toContainEqual(problem.body);
  },
);

describe('over HTTP', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startDemoService();
  });
  afterAll(() => service?.close());

  /** Asks the service, and holds its response against the document. */
  const get = async (operation: Operation, request: Parameters<typeof send>[2]) => {
    const response = await send(service.url, operation, request);
    const body: unknown = await response.json();
    expect(offences(operation, { status: response.status, headers: response.headers, body })).toEqual([]);
    return { status: response.status, body };
  };
  const plain = ({ status, code, message }: ErrorEntry) => ({ status, body: { code, message } });

  // The functions by themselves answer all of it above.
  const ofData = operations.filter(({ cases }) => !cases.items && !cases.examples[0].ofItems);
  it.each(triedOperations(3, { salt: 'openapi', from: ofData }))(
    '$id answers as documented, the gateway too',
    async (operation) => {
      const [example] = operation.cases.examples;
      const { body, parameters, reply } = example;
      const tried = { body, parameters: { ...parameters, ...(operation.writes && { validateOnly: true }) } };
      const { status, body: answered } = await get(operation, tried);
      expect(status).toBe(200);
      // What is counted of the demo data follows by the stream.
      const again = async () => asExampled(example, (await get(operation, tried)).body);
      if (!operation.writes && !isDeepStrictEqual(asExampled(example, answered), reply))
        await expect.poll(again, { interval: 200 }).toEqual(reply);
      expect(await get(operation, { ...tried, key: null })).toEqual(plain(errors.keyMissing));
      expect(await get(operation, { ...tried, key: 'no-such-key-0000000000001' })).toEqual(plain(errors.keyInvalid));
    },
  );

  it('the rate limit is answered as documented', async () => {
    const operation = allOperations.find(({ method }) => method === 'GET')!;
    const key = 'demo-orchard-trial-key-0001';
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(operation, { key })));
    expect(answers).toContainEqual(plain(errors.rateLimitExceeded));
  });
});
