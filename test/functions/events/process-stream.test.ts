/** The function on the stream: what it does with many parts, little time, others' writes, and records that fail. */
import { beforeAll, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/events/process-stream.ts';
import { removeDependents } from '../../../lib/business/remove-dependents.ts';
import { tombstoneFrom } from '../../../lib/business/repository/tombstone.ts';
import type { Entity } from '../../../lib/dynamodb/table/entity.ts';
import { entities } from '../../../lib/entities.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { bring, scan, through } from '../../support/opened-world.ts';
import {
  newFamily,
  nextNumber,
  openWorld,
  recordsOf,
  remove,
  sweep,
  tombstones,
} from '../business/delete-business/support.ts';
import { openQueue, type TestQueue } from './queue.ts';

let table: OpenTable;
let givenUp: TestQueue;
beforeAll(async () => {
  table = await openWorld();
  givenUp = await openQueue();
  process.env.GIVEN_UP_QUEUE_URL = givenUp.url;
  return () => givenUp.close();
});

const context = (milliseconds: number) =>
  ({ getRemainingTimeInMillis: () => milliseconds }) as Parameters<typeof handler>[1];

/** What is left of an account and its number. */
const leftOf = async (n: number) => (await scan()).filter(({ pk }) => String(pk).includes(`#ACCOUNT#${n}#`));

it('removes an account with more parts than fit into a transaction', async () => {
  const n = nextNumber();
  const contacts = Array.from({ length: 60 }, (_, index) => ({
    type: 'contact',
    accountNumber: n,
    contact: { id: 1_000_000 + index, email: `${index}@mail.example`, mappings: [{ cid: index + 1 }] },
  }));
  await bring([{ type: 'account', accountNumber: n, partnerId: 'ours', name: 'Large' }, ...contacts]);
  // Each with two pointers, and an item of the packed index.
  expect(await leftOf(n)).toHaveLength(240);
  expect((await remove(n)).status).toBe(200);
  expect(await sweep([n])).toEqual({ batchItemFailures: [] });
  expect(await leftOf(n)).toEqual([]);
});

it('takes a deleted location off contacts that have opted out, whose opt-outs stay', async () => {
  const n = await newFamily();
  const out = { emailOtin: false, emailOptedOutAt: '2024-01-02T09:30:00.000Z' };
  const mappings = [
    { cid: 990_001, businessNumber: n + 1 },
    { cid: 990_002, businessNumber: n + 2 },
  ];
  await bring([
    { type: 'contact', accountNumber: n, contact: { id: 990_001, email: 'out@mail.example', ...out, mappings } },
  ]);
  const optOuts = async () =>
    (await leftOf(n)).flatMap(({ type, businessNumbers }) => (type === 'contactOptOut' ? [businessNumbers] : []));
  expect(await optOuts()).toEqual([[n + 1, n + 2]]);
  await remove(n + 1);
  expect(await sweep([n + 1])).toEqual({ batchItemFailures: [] });
  expect(await optOuts()).toEqual([[n + 2]]);
  const [contact] = (await leftOf(n)).filter(
    ({ contact: found }) => (found as { id?: number } | undefined)?.id === 990_001,
  );
  expect(contact).toMatchObject({ businessNumbers: [n + 2], contact: { mappings: [mappings[1]] } });
});

it('without time for all has the stream show the tombstone again', async () => {
  const n = await newFamily();
  await Promise.all([remove(n + 1), remove(n + 2)]);
  await remove(n);
  const [tombstone] = await tombstones(n);
  let looks = 0;
  const options = { entities, hasTime: () => looks++ < 3 };
  const store = { table, partnerId: 'ours' };
  const long = tombstoneFrom({ ...tombstone, deletedAt: '2020-01-01T00:00:00Z' });
  expect(await removeDependents(store, long, options)).toBe('more');
  // In the last seconds of an invocation nothing is begun: the record is tried again.
  expect(await sweep([n], 5000)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  // With so much time it begins, and goes on in another one.
  let remaining = 25_000;
  const hurried = { getRemainingTimeInMillis: () => (remaining -= 8000) } as Parameters<typeof handler>[1];
  expect(await handler({ Records: recordsOf(await tombstones(n)) }, hurried)).toEqual({ batchItemFailures: [] });
  expect((await tombstones(n))[0]).toMatchObject({ rounds: 1 });
  expect(await sweep([n])).toEqual({ batchItemFailures: [] });
  expect(await leftOf(n)).toEqual([]);
});

it('does not go on for ever', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const n = await newFamily();
  await remove(n + 1);
  const [tombstone] = await tombstones(n + 1);
  const Records = recordsOf([{ ...tombstone, rounds: 4000 }]);
  let remaining = 25_000;
  const hurried = { getRemainingTimeInMillis: () => (remaining -= 8000) } as Parameters<typeof handler>[1];
  expect(await handler({ Records }, hurried)).toEqual({ batchItemFailures: [] });
  expect(givenUp.messages.splice(0)).toHaveLength(1);
});

it('comes back to a contact that was written meanwhile', async () => {
  const n = await newFamily();
  await remove(n + 1);
  let writes = 0;
  const answer = await through(
    (next) => async (operation, input, options) => {
      if (operation === 'TransactWriteItems' && writes++ === 0) {
        const Key = { pk: `P#ours#ACCOUNT#${n}#CONTACT#${n + 4}`, sk: 'CONTACT' };
        await table.update({
          Key,
          UpdateExpression: 'SET version = version + :one',
          ExpressionAttributeValues: { ':one': 1 },
        });
      }
      return next(operation, input, options);
    },
    () => sweep([n + 1]),
  );
  expect(answer).toEqual({ batchItemFailures: [] });
  // All but that one; the stream shows the tombstone again.
  const mapped = async () =>
    (await leftOf(n)).filter(({ businessNumbers }) => JSON.stringify(businessNumbers)?.includes(String(n + 1)));
  expect(await mapped()).toHaveLength(1);
  expect((await tombstones(n + 1))[0]).toMatchObject({ rounds: 1 });
  await sweep([n + 1]);
  expect(await mapped()).toEqual([]);
});

it('puts aside a record that can’t be worked on, by its keys, and works on the others', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const n = await newFamily();
  await Promise.all([remove(n + 1), remove(n + 2)]);
  const [first, second] = await tombstones(n + 1, n + 2);
  const [broken, whole] = recordsOf([{ ...first, accountNumber: 'none', partnerId: 'a#b', deletedAt: 'x' }, second!]);
  const wrong = {
    ...broken!,
    dynamodb: {
      ...broken!.dynamodb,
      Keys: { pk: { S: 'p' } } as never,
      NewImage: { type: { S: 'tombstone' } } as never,
    },
  };
  expect(await handler({ Records: [wrong, whole!] }, context(25_000))).toEqual({ batchItemFailures: [] });
  expect(givenUp.messages.splice(0).map(({ body }) => JSON.parse(body))).toEqual([
    { eventId: '', keys: { pk: { S: 'p' } } },
  ]);
  expect(logged).toHaveBeenCalled();
  expect((await scan()).filter(({ sk }) => String(sk).startsWith(`AGG#${second?.number}#`))).toEqual([]);
});

it('touches nothing that is not the partner’s own', async () => {
  const n = await newFamily();
  await remove(n + 1);
  const [tombstone] = await tombstones(n + 1);
  const stray: Entity = {
    ...entities[0]!,
    removal: {
      withAccount: '',
      withLocation: async function* () {
        yield [{ Delete: { Key: { pk: 'P#theirs#BUSINESS#201', sk: 'PROFILE' } } }];
      },
    },
  };
  const before = await scan();
  const old = tombstoneFrom({ ...tombstone, deletedAt: '2020-01-01T00:00:00Z' });
  const sweeping = removeDependents({ table, partnerId: 'ours' }, old, { entities: [stray], hasTime: () => true });
  await expect(sweeping).rejects.toThrow('P#theirs#BUSINESS#201 is no part');
  expect(await scan()).toEqual(before);
});

it('passes over what is no tombstone', async () => {
  const before = await scan();
  const other = recordsOf(before.filter(({ type }) => type === 'business').slice(0, 1));
  expect(await handler({ Records: other }, context(25_000))).toEqual({ batchItemFailures: [] });
  expect(await scan()).toEqual(before);
});
