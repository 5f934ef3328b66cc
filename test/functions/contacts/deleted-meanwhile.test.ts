/** A contact that is written while its location or account is deleted: as if it had been there before. */
import { beforeAll, expect, it } from 'vitest';
import { enrolledIn } from '../../../lib/contacts/repository/packed-index.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { bring, scan, through } from '../../support/opened-world.ts';
import { nextNumber, openWorld, remove, sweep } from '../business/delete-business/support.ts';
import { get, newEmail, save, saved } from './writes.ts';

beforeAll(async () => {
  await openWorld();
  // No one else writes here whom a deletion would have to wait for.
  clock.pause = async () => {};
});

const newAccount = async (): Promise<number> => {
  const n = nextNumber();
  const locations = [n + 1, n + 2].map((businessNumber) => ({
    type: 'business',
    businessNumber,
    accountNumber: n,
    business: {},
  }));
  await bring([{ type: 'account', accountNumber: n, partnerId: 'ours', name: 'Short-lived' }, ...locations]);
  return n;
};

/** Does something at the moment at which a contact is written, once. */
const meanwhile = <T>(act: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  let isOver = false;
  return through(
    (next) => async (operation, input, options) => {
      if (!isOver && operation === 'TransactWriteItems' && JSON.stringify(input).includes('#CONTACT#')) {
        isOver = true;
        await act();
      }
      return next(operation, input, options);
    },
    work,
  );
};

const leftOf = async (n: number) =>
  (await scan()).filter(({ pk, type }) => String(pk).startsWith(`P#ours#ACCOUNT#${n}#`) && type !== 'contactTombstone');

it('a location: the contact is there, and mapped to the others alone', async () => {
  const n = await newAccount();
  const query = { businessId: String(n) };
  const gone = async () => {
    expect((await remove(n + 1)).status).toBe(200);
    await sweep([n + 1]);
  };
  const id = await meanwhile(gone, () => saved({ email: newEmail(), businessIds: [n + 1, n + 2] }, { query }));
  const { mappings } = (await get({ id }, { query })).body;
  expect(mappings.map((each: { businessNumber: number }) => each.businessNumber)).toEqual([n + 2]);
  const packedIndex = (await leftOf(n)).filter(({ type }) => type === 'contactPackedIndex').flatMap(enrolledIn);
  expect(packedIndex.map(({ businessNumbers }) => businessNumbers)).toEqual([[n + 2]]);
});

it('a location of a contact that is changed', async () => {
  const n = await newAccount();
  const query = { businessId: String(n) };
  const id = await saved({ email: newEmail(), businessIds: [n + 2] }, { query });
  const gone = async () => {
    expect((await remove(n + 1)).status).toBe(200);
    await sweep([n + 1]);
  };
  await meanwhile(gone, () => saved({ id, businessIds: [n + 1], tags: ['kept'] }, { query }));
  expect((await get({ id }, { query })).body).toMatchObject({ mappings: [], tags: ['kept'] });
});

it('the account: nothing is left of the contact', async () => {
  const n = await newAccount();
  const query = { businessId: String(n) };
  const gone = async () => {
    for (const number of [n + 1, n + 2, n]) {
      expect((await remove(number)).status).toBe(200);
      await sweep([number]);
    }
  };
  const email = newEmail();
  expect((await meanwhile(gone, () => save({ email, businessIds: [n + 1] }, { query }))).status).toBe(200);
  expect((await get({ email }, { query })).body.code).toBe(1532);
  const left = (await leftOf(n)).filter(
    ({ type }) => !['contactActivity', 'tombstone', 'contactPackedIndex'].includes(String(type)),
  );
  expect(left).toEqual([]);
  expect((await leftOf(n)).flatMap(enrolledIn)).toEqual([]);
});
