/** What becomes of a write whose response was lost: DynamoDB may have done it, and it is repeated (docs/writing-once.md). */
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Business, businesses, businessItem } from '../../../lib/business/repository/business.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { type Table, tableOf } from '../../../lib/dynamodb/table/table.ts';
import { KeyReused } from '../../../lib/dynamodb/writes/idempotency-record.ts';
import { marksOf } from '../../../lib/dynamodb/writes/marks.ts';
import { idempotencyKeys, KeptRefusal } from '../../../lib/http/idempotency/store.ts';
import { createTestTable } from '../../support/store.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../trust/fault-proxy.ts';

const NUMBER = 101;
const partnerId = 'ours';

const WAITS = { connectionTimeout: 1000, requestTimeout: 600 };
/** A late call is given up before. */
const LATE_MILLISECONDS = 800;

let steady: Table;
let proxy: FaultProxy;
let table: Table;
/** What happens to the next calls: a fault, or what comes before one goes on. */
let next: (Fault | (() => Promise<unknown>))[];
let calls: number;
/** Calls that the engine has answered, late ones too. */
let arrived: number;

const record = async () => (await businesses({ table: steady, partnerId }).find(NUMBER)) as Business;
const write = (writes: object, basedOn?: Business, through = table) =>
  businesses({ table: through, partnerId }).update(NUMBER, { writes: { ...writes }, ...(basedOn && { basedOn }) });

beforeAll(async () => {
  steady = await createTestTable();
});
beforeEach(async () => {
  await steady.put({
    Item: businessItem(partnerId, { businessNumber: NUMBER, accountNumber: 100, listingFixed: false, profile: {} }),
  });
  next = [];
  calls = 0;
  arrived = 0;
  proxy = await startFaultProxy(
    inject('endpoint'),
    () => {
      calls++;
      const fault = next.shift();
      return typeof fault === 'function' ? fault().then(() => undefined) : fault;
    },
    {
      late: LATE_MILLISECONDS,
      done: async () => {
        arrived++;
      },
    },
  );
  table = tableOf(steady.name, functionClient(proxy.endpoint, WAITS));
});
afterEach(() => proxy.stop());

describe('An update whose response was lost', () => {
  it.each<Fault>(['lost', 'lost to a fault', 'half'])(
    '(%s) is known by its mark, and not done twice',
    async (fault) => {
      next = [fault];
      expect(await write({ alias: fault }, await record())).toMatchObject({ saved: { version: 2 } });
      next = [fault];
      expect(await write({ alias: `${fault}, blind` })).toMatchObject({ saved: { version: 3 } });
      expect(calls).toBe(4);
      expect(await record()).toMatchObject({ version: 3, profile: { alias: `${fault}, blind` } });
    },
  );

  it('is refused for sure where others wrote a few times since, and its own mark is not among theirs', async () => {
    const basedOn = await record();
    await write({ alias: 'second' }, undefined, steady);
    next = ['lost'];
    expect(await write({ alias: 'first' }, basedOn)).toMatchObject({ refused: 'changed', found: { version: 2 } });
  });

  it('is found among the marks where another wrote after it', async () => {
    next = ['lost', () => write({ alias: 'second' }, undefined, steady)];
    expect(await write({ alias: 'first' }, await record())).toMatchObject({
      saved: { version: 3, profile: { alias: 'second' } },
    });
  });

  it('is of unknown fate where so many wrote since that its mark may be forgotten', async () => {
    const basedOn = await record();
    const others = async () => {
      for (let count = 0; count < 9; count++) await write({ alias: `other ${count}` }, undefined, steady);
    };
    next = ['lost', others];
    await expect(write({ alias: 'first' }, basedOn)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(calls).toBe(2);
  });

  it('is refused for sure where it was sent once', async () => {
    const basedOn = await record();
    await write({ alias: 'second' }, undefined, steady);
    expect(await write({ alias: 'x' }, basedOn)).toMatchObject({ refused: 'changed', found: { version: 2 } });
    expect(calls).toBe(1);
  });

  it('does not land on what was written after it', async () => {
    next = ['late'];
    expect(await write({ alias: 'first' })).toMatchObject({ saved: { version: 2 } });
    expect(await write({ alias: 'second' })).toMatchObject({ saved: { version: 3 } });
    await expect.poll(() => arrived).toBe(calls);
    expect(await record()).toMatchObject({ version: 3, profile: { alias: 'second' } });
  });

  it('passes under a higher mark where only a mark was in the way', async () => {
    const far = `${Date.now() + 60_000}-0000000000000000`;
    await steady.update({
      Key: { pk: `P#${partnerId}#BUSINESS#${NUMBER}`, sk: 'PROFILE' },
      UpdateExpression: 'SET p0 = :far',
      ExpressionAttributeValues: { ':far': far },
    });
    const outcome = await write({ alias: 'after' });
    expect(outcome).toMatchObject({ saved: { profile: { alias: 'after' } } });
    const [newest, second] = marksOf((outcome as { saved: Business }).saved.item ?? {});
    expect([second, newest! > far]).toEqual([far, true]);
  });
});

describe('A write under an idempotency key whose response was lost', () => {
  const request = (key: string, fingerprint = 'f') => ({ operationId: 'updateBusiness', key, fingerprint });
  const underKey = (key: string, writes: object, fingerprint?: string) => {
    const store = { table, partnerId };
    const idempotency = idempotencyKeys(store).record(request(key, fingerprint), undefined);
    return businesses({ ...store, idempotency }).update(NUMBER, { writes: { ...writes } });
  };

  it('is executed once, and answered with the record', async () => {
    next = ['lost'];
    expect(await underKey('once', { alias: 'once' })).toMatchObject({
      saved: { version: 2, profile: { alias: 'once' } },
    });
    expect(await underKey('once', { alias: 'once' })).toMatchObject({ saved: { version: 2 } });
    expect(await record()).toMatchObject({ version: 2 });
  });

  it('is not executed for another request under the key', async () => {
    await underKey('other', { alias: 'one' });
    await expect(underKey('other', { alias: 'two' }, 'g')).rejects.toBeInstanceOf(KeyReused);
    expect(await record()).toMatchObject({ version: 2, profile: { alias: 'one' } });
  });

  it('takes its key also where it changes nothing', async () => {
    await write({ alias: 'same' });
    expect(await underKey('same', { alias: 'same' })).toMatchObject({ saved: { version: 2 } });
    expect(await idempotencyKeys({ table: steady, partnerId }).find(request('same'))).toHaveProperty('mark');
  });

  it('that was refused by the record keeps its key free until the refusal is kept under it', async () => {
    const basedOn = await record();
    await write({ alias: 'second' }, undefined, steady);
    const store = { table, partnerId };
    const keys = idempotencyKeys(store);
    const idempotency = keys.record(request('refused'), undefined);
    const outcome = await businesses({ ...store, idempotency }).update(NUMBER, { writes: { alias: 'x' }, basedOn });
    expect(outcome).toMatchObject({ refused: 'changed' });
    expect(await keys.find(request('refused'))).toBeUndefined();
    const kept = { error: { status: 412, code: 412, message: 'm' }, violations: [], headers: {} };
    expect(await keys.refuse(request('refused'), kept)).toBeUndefined();
    // A late try of the same request finds the key taken.
    await expect(underKey('refused', { alias: 'late' })).rejects.toBeInstanceOf(KeptRefusal);
    expect(await record()).toMatchObject({ profile: { alias: 'second' } });
  });
});
