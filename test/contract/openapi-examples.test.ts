/** Every example of the OpenAPI document, sent to the running service: it answers as documented. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesOf } from '../../cdk/tools/docs/openapi/document.ts';
import { errorsOf } from '../../cdk/tools/docs/openapi/errors.ts';
import type { Service } from '../../cdk/tools/local/service.ts';
import { errors } from '../../lib/contract/errors.ts';
import type { Operation } from '../../lib/contract/operation.ts';
import { keys } from '../../lib/dynamodb/keys.ts';
import { operations } from '../../lib/operations.ts';
import { type SentRequest, send, startDemoService } from '../support/demo-service.ts';
import { offences, requestOffences, responseExamples } from '../support/document.ts';
import { extraRecords, type Provocation, provocations, shared, unprovoked } from './provocations.ts';

const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';

let service: Service;

beforeAll(async () => {
  service = await startDemoService(extraRecords);
});
afterAll(() => service?.close());

/** Sends, holds the answer against the document, and returns it. */
const ask = async (operation: Operation, request: SentRequest) => {
  const response = await send(service.url, operation, request);
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  // A path that is no operation's answers in no operation's name.
  if (!request.pathSuffix) expect(offences(operation, answer)).toEqual([]);
  return answer;
};

/** The examples stand alone: what one of them writes is put back. */
const keepingRecord = async (work: () => Promise<void>): Promise<void> => {
  const item = await service.table.get(keys.business(700101));
  await work();
  await service.table.put({ Item: item });
};

const examples = operations.flatMap((operation) =>
  Object.entries(examplesOf(operation).examples).map(([name, example]) => ({ operation, name, example })),
);

describe.each(examples)('$operation.id, example $name', ({ operation, name, example }) => {
  it('has a request that the document allows', () => {
    if (operation.request) expect(requestOffences(operation, example.request)).toEqual([]);
  });

  it('is answered as documented', async () => {
    await keepingRecord(async () => {
      const { status, body } = await ask(operation, { body: example.request });
      expect({ status, body }).toEqual({ status: 200, body: responseExamples(operation, 200, JSON_TYPE)[name] });
    });
  });
});

const failures = operations.flatMap((operation) =>
  errorsOf(operation)
    .filter(({ code }) => !unprovoked.includes(code))
    // A GET has no body that could be too large.
    .filter(({ code }) => operation.method !== 'GET' || code !== errors.bodyTooLarge.code)
    .map((entry) => ({ operation, entry, id: operation.id, code: entry.code })),
);

describe.each(failures)('$id, error $code', ({ operation, entry }) => {
  const { code, message, status } = entry;
  const { firstBody, ...request }: Provocation = provocations[operation.id]?.[code] ?? shared[code] ?? {};
  const example = (type: string) =>
    Object.values(responseExamples(operation, status, type)).find((value) => (value as typeof entry).code === code);

  it('is answered as documented', async () => {
    if (firstBody !== undefined) expect((await ask(operation, { ...request, body: firstBody })).status).toBe(200);
    const body = request.body ?? Object.values(examplesOf(operation).examples)[0]?.request;
    const plain = await ask(operation, { ...request, body });
    expect({ status: plain.status, body: plain.body }).toEqual({ status, body: { code, message } });
    expect(example(JSON_TYPE)).toEqual({ code, message });

    const documented = example(PROBLEM_TYPE);
    const headers = { ...request.headers, Accept: PROBLEM_TYPE };
    const problem = await ask(operation, { ...request, headers, body });
    expect(problem.body).toEqual(documented ?? { code, message });
  });
});

it('the rate limit is answered as documented, on every operation alike', async () => {
  const operation = operations.find(({ method }) => method === 'GET')!;
  const key = 'demo-orchard-trial-key-0001';
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(operation, { key })));
  const limited = answers.find(({ status }) => status === 429);
  expect(limited?.body).toEqual(responseExamples(operation, 429, JSON_TYPE)['89']);
});

it.each([
  ['validateOnly', { parameters: { validateOnly: 'true' } }],
  ['If-Match', { headers: { 'If-Match': '*' } }],
  ['Idempotency-Key', { headers: { 'Idempotency-Key': 'update-700101-1' } }],
])('update business takes %s as documented', async (_, request) => {
  const operation = operations.find(({ id }) => id === 'updateBusiness')!;
  const body = examplesOf(operation).examples.hours?.request;
  await keepingRecord(async () => {
    const { status, headers } = await ask(operation, { ...request, body });
    expect(status).toBe(200);
    expect(headers.has('etag')).toBe(!('parameters' in request));
    if (headers.has('etag')) await ask(operation, { ...request, body });
  });
});
