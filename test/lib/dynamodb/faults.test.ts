/** The client behind each fault of the fault proxy, on the engine: what it makes of a write, and what became of that. */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { type Fault, type FaultProxy, faultKinds, startFaultProxy } from '../../trust/fault-proxy.ts';
import { createEngineTable, sdkClient } from './engine-table.ts';
import { setLambdaEnvironment } from './scripted-server.ts';

/** What a write that is tried three times fails with, and whether it was done. No entry: it is nothing to a write. */
const lasting: Readonly<Partial<Record<Fault, readonly [string, boolean, boolean]>>> = {
  throttled: ['ProvisionedThroughputExceededException', false, false],
  fault: ['InternalServerError', true, false],
  busy: ['ResponseError', true, false],
  reset: ['NetworkError', true, false],
  silent: ['TimeoutError', true, false],
  empty: ['ResponseError', true, false],
  lost: ['NetworkError', true, true],
  'lost to a fault': ['InternalServerError', true, true],
  'lost in silence': ['TimeoutError', true, true],
  half: ['NetworkError', true, true],
  'half and silent': ['TimeoutError', true, true],
  late: ['TimeoutError', true, true],
};

const client = sdkClient(inject('endpoint'));
/** Longer than a slow response takes, also of a busy machine. */
const WAITS = { connectionTimeout: 1000, requestTimeout: 1500 };
const LATE_MILLISECONDS = 1800;

const proxies: FaultProxy[] = [];
let TableName: string;

beforeAll(async () => {
  setLambdaEnvironment();
  TableName = await createEngineTable(client);
});
afterAll(() => {
  for (const proxy of proxies) proxy.stop();
});

/** A call through a proxy that has a fault for the first so many tries. */
const callBehind = async (fault: Fault, times: number) => {
  let left = times;
  const proxy = await startFaultProxy(inject('endpoint'), () => (left-- > 0 ? fault : undefined), {
    late: LATE_MILLISECONDS,
  });
  proxies.push(proxy);
  return functionClient(proxy.endpoint, WAITS);
};

const makeOnce = (pk: string) => ({
  TableName,
  Item: { pk: { S: pk }, sk: { S: 's' } },
  ConditionExpression: 'attribute_not_exists(pk)',
});
const isThere = async (pk: string) =>
  (await client.send(new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: 's' } } }))).Item !== undefined;

describe.concurrent('A write', () => {
  for (const fault of faultKinds) {
    const [, , isDone] = lasting[fault] ?? [];

    it(`that meets "${fault}" once lands once`, async ({ expect }) => {
      const call = await callBehind(fault, 1);
      const pk = `once ${fault}`;
      const outcome = await call('PutItem', makeOnce(pk)).catch((error) => error);
      // What was done and not answered meets itself; `late` lands after the next try did.
      if (isDone && fault !== 'late') {
        expect(outcome).toMatchObject({ name: 'ConditionalCheckFailedException', uncertain: true, attempts: 2 });
      } else {
        expect(outcome).not.toBeInstanceOf(Error);
      }
      await expect(isThere(pk)).resolves.toBe(true);
    });

    it(`that meets "${fault}" always says what is known of it`, async ({ expect }) => {
      const call = await callBehind(fault, Number.POSITIVE_INFINITY);
      const pk = `always ${fault}`;
      const outcome = await call('PutItem', makeOnce(pk)).catch((error) => error);
      const [name, uncertain] = lasting[fault] ?? [];
      if (name) {
        expect(outcome).toMatchObject({ name, uncertain, attempts: 3 });
        // A late one is done by and by.
        await expect.poll(() => isThere(pk)).toBe(isDone);
      } else {
        expect(outcome).not.toBeInstanceOf(Error);
      }
    });
  }
});

describe.concurrent('A read', () => {
  for (const fault of faultKinds) {
    it(`that meets "${fault}" twice finds what is there`, async ({ expect }) => {
      const pk = `read ${fault}`;
      await (await callBehind(fault, 0))('PutItem', makeOnce(pk));
      const call = await callBehind(fault, 2);
      const Key = { pk: { S: pk }, sk: { S: 's' } };
      await expect(call('GetItem', { TableName, Key })).resolves.toMatchObject({ Item: Key });
    });
  }
});
