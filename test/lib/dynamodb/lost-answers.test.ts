/** What is known of a write whose answer was lost: DynamoDB may have done it, and it is repeated. */
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  businessItem,
  findBusiness,
  type UpdateGuard,
  updateBusiness,
} from '../../../lib/business/repository/business.ts';
import { functionClient } from '../../../lib/dynamodb/client.ts';
import { keys } from '../../../lib/dynamodb/keys.ts';
import { type Table, tableOf } from '../../../lib/dynamodb/table.ts';
import { idempotencyStore } from '../../../lib/http/idempotency/store.ts';
import { createTestTable } from '../../support/store.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../trust/fault-proxy.ts';

let steady: Table;
let proxy: FaultProxy;
let table: Table;
/** What befalls the next calls: a fault, or what happens before one goes on. */
let befalls: (Fault | (() => Promise<unknown>))[];
let calls: number;
const NUMBER = 101;
const blind: UpdateGuard = { partnerId: 'ours', unlessFixed: false };
const ofVersion = (version: number): UpdateGuard => ({ ...blind, version });
const write = (changes: object, guard = blind, through = table) =>
  updateBusiness(through, NUMBER, { ...changes }, guard);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

beforeAll(async () => {
  steady = await createTestTable();
});
beforeEach(async () => {
  const owner = { accountNumber: 100, partnerId: 'ours' };
  await steady.put({
    Item: businessItem({ businessNumber: NUMBER, ...owner, version: 1, listingFixed: false, profile: {} }),
  });
  befalls = [];
  calls = 0;
  proxy = await startFaultProxy(inject('endpoint'), () => {
    calls++;
    const next = befalls.shift();
    return typeof next === 'function' ? next().then(() => undefined) : next;
  });
  table = tableOf(steady.name, functionClient(proxy.endpoint));
});
afterEach(() => proxy.stop());

describe('An update whose answer was lost', () => {
  it.each<Fault>(['lost', 'lost to a fault', 'half'])('(%s) is known again, and not done twice', async (fault) => {
    for (const guard of [ofVersion(1), blind]) {
      befalls = [fault];
      const outcome = await write({ alias: fault }, guard);
      expect(outcome).toMatchObject({ saved: { profile: { alias: fault } } });
    }
    expect(calls).toBe(4);
    expect(await findBusiness(steady, NUMBER, 'ours')).toMatchObject({ version: 3 });
  });

  it('may have landed where another has written since, and says so', async () => {
    befalls = ['lost', () => write({ alias: 'second' }, blind, steady)];
    expect(await write({ alias: 'first' }, ofVersion(1))).toMatchObject({
      found: { profile: { alias: 'second' } },
      mayHaveLanded: true,
    });
  });

  it('is refused for sure where it was sent once', async () =>
    expect(await write({ alias: 'x' }, ofVersion(7))).toMatchObject({ found: { version: 1 }, mayHaveLanded: false }));

  it('does not land on what was written after it', { timeout: 10_000 }, async () => {
    befalls = ['late'];
    expect(await write({ alias: 'first' })).toMatchObject({ saved: { version: 2 } });
    expect(await write({ alias: 'second' })).toMatchObject({ saved: { version: 3 } });
    await pause(1500);
    expect(await findBusiness(steady, NUMBER, 'ours')).toMatchObject({ version: 3, profile: { alias: 'second' } });
  });
});

describe('An idempotency key whose answer was lost', () => {
  const store = () => idempotencyStore(() => table);
  const request = (key: string, startedBy = 'this') => ({
    partnerId: 'ours',
    operationId: 'updateBusiness',
    key,
    fingerprint: 'f',
    startedBy,
  });
  const answer = { statusCode: 200, headers: {}, body: '{}' };

  it('is taken by the request that took it', async () => {
    befalls = ['lost'];
    expect(await store().begin(request('taken'))).toBe('new');
    expect(await store().begin(request('taken', 'another'))).toBe('running');
  });

  it('is free again once it is let go, and belongs to who takes it then', async () => {
    await store().begin(request('freed'));
    befalls = ['lost'];
    await store().forget(request('freed'));
    expect(await store().begin(request('freed', 'another'))).toBe('new');
    await store().finish(request('freed'), answer);
    await store().forget(request('freed'));
    expect(await store().begin(request('freed', 'a third'))).toBe('running');
    await store().finish(request('freed', 'another'), answer);
    expect(await store().begin(request('freed', 'a third'))).toEqual(answer);
    expect(await steady.get(keys.idempotency('ours', 'updateBusiness', 'freed'))).toHaveProperty('expiresAtSeconds');
  });
});
