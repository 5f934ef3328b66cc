/** What becomes of questions when their location or account is deleted, also while they are saved. */
import { beforeAll, expect, it } from 'vitest';
import type { Call as StoreCall } from '../../../lib/dynamodb/client/call.ts';
import { openWorld, scan, through } from '../../support/opened-world.ts';
import { remove, sweep, tombstones } from '../business/delete-business/support.ts';
import { asked, ids, listing, newAccount, saved } from './support.ts';

beforeAll(() => openWorld());

it('a question loses a location that is deleted, and goes with its last one', async () => {
  const n = await newAccount();
  const one = await saved(n, asked('one', { businessNumbers: [n + 1] }));
  const both = await saved(n, asked('both', { businessNumbers: [n + 1, n + 2] }));
  const all = await saved(n, asked('all'));
  const [, before] = (await listing(n)).body.qnAs;
  expect((await remove(n + 1)).status).toBe(200);
  await sweep([n + 1]);
  const { body } = await listing(n);
  expect(body.totalCount).toBe(2);
  expect(body.qnAs[1]).toEqual({ ...before, businessNumbers: [n + 2] });
  expect(await ids(n, { order: '0' })).toEqual([both, all]);
  expect((await scan()).some(({ qnaId }) => qnaId === one)).toBe(false);
  await remove(n + 2);
  await sweep([n + 2]);
  expect(await ids(n)).toEqual([all]);
});

it('questions go with their account', async () => {
  const n = await newAccount(0);
  await saved(n, asked('one'));
  await saved(n, asked('two'));
  expect((await remove(n)).status).toBe(200);
  await sweep([n]);
  expect((await scan()).filter(({ type, accountNumber }) => type === 'qna' && accountNumber === n)).toEqual([]);
});

it('a location that is deleted while its question is saved is removed from it all the same', async () => {
  const n = await newAccount();
  let isDeleted = false;
  // Between the look at the location and the write: it is deleted, and its parts are removed.
  const way =
    (call: StoreCall): StoreCall =>
    async (operation, input, options) => {
      const isWrite = operation === 'TransactWriteItems' && JSON.stringify(input).includes('What about late');
      if (isWrite && !isDeleted) {
        isDeleted = true;
        await remove(n + 1);
        await sweep([n + 1]);
      }
      return call(operation, input, options);
    };
  const id = await through(way, () => saved(n, asked('late', { businessNumbers: [n + 1] })));
  expect(isDeleted).toBe(true);
  // The stream shows the tombstone again.
  expect((await tombstones(n + 1))[0]).toMatchObject({ rounds: 1 });
  await sweep([n + 1]);
  expect(await ids(n)).not.toContain(id);
});
