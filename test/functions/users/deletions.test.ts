/** What becomes of users when locations and accounts are deleted, and the events about them. */
import { describe, expect, it, vi } from 'vitest';
import { handler as createUser } from '../../../functions/users/create-user.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { nextMark } from '../../../lib/dynamodb/writes/marks.ts';
import { eventsOf } from '../../../lib/subscriptions/rules/notifications.ts';
import { userEvents } from '../../../lib/users/events.ts';
import { type User, userItem, userTombstone } from '../../../lib/users/repository/user.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { through } from '../../support/opened-world.ts';
import { openWorld, remove as removeBusiness, sweep } from '../business/delete-business/support.ts';
import {
  create,
  created,
  details,
  itemsOfUsers,
  list,
  listed,
  newAccount,
  newEmail,
  update,
  useUsers,
} from './support.ts';

let table: OpenTable;
useUsers(async () => {
  table = await openWorld();
});

const deleted = async (...numbers: readonly number[]) => {
  for (const number of numbers) expect((await removeBusiness(number)).status).toBe(200);
  expect(await sweep(numbers)).toEqual({ batchItemFailures: [] });
};

describe('a location that is deleted', () => {
  it('leaves the lists that have it; a list that is empty then grants nothing', async () => {
    const n = await newAccount();
    const all = await created(n);
    const two = await created(n, { locationsNumberAccess: [n + 1, n + 2] });
    const one = await created(n, { locationsNumberAccess: [n + 2] });
    await deleted(n + 2);
    expect(await listed(n, all)).toMatchObject({ entUser: true, locationsNumberAccess: [] });
    expect(await listed(n, two)).toMatchObject({ entUser: false, locationsNumberAccess: [n + 1] });
    expect(await listed(n, one)).toMatchObject({ entUser: false, locationsNumberAccess: [] });
    // It stays so until someone says otherwise.
    expect((await update(n, one, { userRole: 'admin' })).status).toBe(200);
    expect(await listed(n, one)).toMatchObject({ entUser: false, locationsNumberAccess: [], userRole: 'admin' });
  });

  it('is in no list of who is written in the same moment', async () => {
    const n = await newAccount();
    const body = { userEmailId: newEmail(), userRole: 'viewer', locationsNumberAccess: [n + 1, n + 2] };
    // Deleted when the request has seen it, and before it writes.
    let isFirst = true;
    const answer = await through(
      (next) => async (operation, input, options) => {
        if (operation === 'TransactWriteItems' && isFirst) {
          isFirst = false;
          await deleted(n + 2);
        }
        return next(operation, input, options);
      },
      () => create(n, body),
    );
    expect([isFirst, answer.body.code]).toEqual([false, 1175]);
    expect((await list(n)).body).toEqual({ totalCount: 0, users: [] });
  });
});

describe('an account that is deleted', () => {
  it('takes its users with it, and who is on no other account', async () => {
    const [n, m] = [await newAccount(), await newAccount()];
    const only = await created(n, { userRole: 'owner' });
    const both = await created(n);
    await create(m, { userEmailId: both, userRole: 'admin' });
    await deleted(n + 1, n + 2, n + 3, n);
    expect((await details({ email: only })).body.code).toBe(1189);
    expect(
      (await details({ email: both })).body.businessList.map(({ businessId }: { businessId: number }) => businessId),
    ).toEqual([m]);
    expect((await itemsOfUsers()).filter(({ pk, gsi1pk }) => `${pk} ${gsi1pk}`.includes(`#ACCOUNT#${n}#`))).toEqual([]);
  });

  it('takes no one new from the moment that it is being deleted', async () => {
    const n = await newAccount();
    await table.update({
      Key: { pk: `P#ours#ACCOUNT#${n}`, sk: 'ACCOUNT' },
      UpdateExpression: 'SET closing = :closing',
      ExpressionAttributeValues: { ':closing': Date.now() + 60_000 },
    });
    const body = { userEmailId: newEmail(), userRole: 'viewer' };
    // The 503 of the location's number is logged.
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    for (const number of [n, n + 1])
      expect((await call(createUser, { headers: { 'x-business-number': String(number) }, body })).status).not.toBe(200);
    expect((await list(n)).body.totalCount).toBe(0);
  });
});

describe('USER_INVITED', () => {
  const user: User = {
    partnerId: 'ours',
    accountNumber: 100,
    userId: 7,
    emailId: 'ida@mail.example',
    userRole: 'admin',
    access: 'all',
    createdAt: '2026-01-02T03:04:05.678Z',
    invited: true,
  };
  const notificationsOf = (oldImage: Item | undefined, newImage: Item | undefined) =>
    eventsOf({ eventId: '1', at: 0, oldImage, newImage }, [userEvents])
      .filter(({ type }) => type === 'USER_INVITED')
      .map(({ type, accountNumber, businessIds, data }) => ({
        type,
        accountNumber,
        businessIds,
        data,
      }));
  const item = userItem(user);
  const invited = {
    type: 'USER_INVITED',
    accountNumber: 100,
    businessIds: [100],
    data: { userId: 7, businessId: 100, role: 'admin' },
  };

  it('is sent for who is new, also where someone was removed before, and names no one', () => {
    expect(notificationsOf(undefined, item)).toEqual([invited]);
    expect(notificationsOf(userTombstone(item, nextMark()), item)).toEqual([invited]);
    expect(notificationsOf(undefined, userItem({ ...user, access: [101, 102] }))).toEqual([
      { ...invited, businessIds: [100, 101, 102] },
    ]);
    expect(JSON.stringify(notificationsOf(undefined, item))).not.toContain('ida');
  });

  it('is sent for nothing else', () => {
    expect(notificationsOf(undefined, userItem({ ...user, invited: false }))).toEqual([]);
    expect(notificationsOf(item, userItem({ ...user, userRole: 'viewer' }))).toEqual([]);
    expect(notificationsOf(item, userTombstone(item, nextMark()))).toEqual([]);
    expect(notificationsOf(item, undefined)).toEqual([]);
    expect(notificationsOf(undefined, { ...item, quiet: item.p0 })).toEqual([]);
  });

  it('is sent for who is created, unless the request says otherwise', async () => {
    const n = await newAccount();
    const [silent, loud] = [await created(n, { sendInvite: 'no' }), await created(n)];
    const stored = async (email: string) =>
      (await itemsOfUsers()).find(({ type, emailId }) => type === 'user' && emailId === email);
    expect(notificationsOf(undefined, await stored(silent))).toEqual([]);
    expect(notificationsOf(undefined, await stored(loud))).toHaveLength(1);
  });
});
