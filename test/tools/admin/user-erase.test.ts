/** `user erase`: nothing of a person is left in the table, all else stays, and what is restored or imported is held to it. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { handler as createUser } from '../../../functions/users/create-user.ts';
import { handler as getUser } from '../../../functions/users/get-user.ts';
import { handler as listUsers } from '../../../functions/users/list-users.ts';
import { handler as removeUser } from '../../../functions/users/remove-user.ts';
import { handler as updateUser } from '../../../functions/users/update-user.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { deliveryId, deliveryItem } from '../../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../../lib/subscriptions/repository/delivery-writes.ts';
import { userKey, userTombstone } from '../../../lib/users/repository/user.ts';
import { eraseUser } from '../../../tools/admin/user-erase.ts';
import { exportData } from '../../../tools/data/commands/data-export.ts';
import { createAlike } from '../../../tools/data/commands/second-table.ts';
import { type OpenTable, openTable } from '../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { io, table, target, typesWith, useErasing } from './erasing.ts';
import { runHere } from './in-process.ts';

useErasing();

const erase = (options: Parameters<typeof eraseUser>[2], on = target) => eraseUser(on, io, options);

const at = (account: number, word: string, name: string): Call => ({
  headers: { 'x-business-number': String(account), 'Idempotency-Key': `${word}-${name}-${account}` },
});

let made = 0;

const invitation = (userId: number, status: 'delivered' | 'pending') => {
  const eventId = `evt_${userId}${status}`;
  return {
    id: deliveryId(clock.now(), eventId, 'wh_1'),
    partnerId: 'ours',
    accountNumber: 100,
    subscriptionId: 'sub_1',
    webhookId: 'wh_1',
    event: 'USER_INVITED',
    eventId,
    body: JSON.stringify({ id: eventId, type: 'USER_INVITED', data: { userId, businessId: 100, role: 'viewer' } }),
    status,
    attempts: [],
    turn: 1,
    tries: 0,
  } as const;
};

const fine = ({ status, body }: Answer) => expect([status, body]).toEqual([200, {}]);

/** A user of two accounts, with all that the table may have of one, in words that nothing else has. */
const someUser = async (userRole = 'editor') => {
  const word = `zu${++made}x`;
  const email = `${word}@mail.example`;
  const body = {
    userEmailId: email,
    userRole,
    firstName: `${word}first`,
    lastName: `${word}last`,
    phone: `${word}-555`,
  };
  const request = { ...at(100, word, 'create'), body };
  fine(await call(createUser, request));
  fine(await call(createUser, { ...at(150, word, 'create'), body: { ...body, userRole: 'viewer' } }));
  const change = { locationsNumberAccess: [101], notification: { sms: 1, said: `${word}-said` } };
  fine(await call(updateUser, { ...at(100, word, 'update'), query: { userEmailId: email }, body: change }));
  // Refused on the record: the refusal is kept.
  expect((await call(createUser, { ...at(100, word, 'again'), body })).body.code).toBe(1160);
  const { userId } = (await call(getUser, { query: { email } })).body;
  for (const status of ['delivered', 'pending'] as const)
    await table.put({ Item: deliveryItem(invitation(userId, status)) });
  return { word, email, userId: Number(userId), request };
};

const totals = async () =>
  Promise.all([100, 150].map(async (number) => (await call(listUsers, at(number, 'x', 'list'))).body.totalCount));

describe('user erase', () => {
  it('leaves no trace of the person in the table, and all of others', async () => {
    const other = await someUser('owner');
    const person = await someUser();
    const before = await itemsOf(table);
    const counts = await totals();
    expect(new Set(typesWith(before, person.word))).toEqual(new Set(['person', 'user']));
    expect(new Set(typesWith(before, String(person.userId)))).toEqual(
      new Set(['person', 'user', 'userId', 'delivery']),
    );

    await erase({ account: 150, email: ` ${person.email.toUpperCase()}` });
    expect(io.said[0]).toBe(`User ${person.userId} of partner ours: Removed: accounts 2, deliveries 2.`);
    const after = await itemsOf(table);
    expect(typesWith(after, person.word)).toEqual([]);
    expect(typesWith(after, String(person.userId))).toEqual(['userErasure']);
    expect(await totals()).toEqual(counts.map((count: number) => count - 1));
    // What is left at their keys is marks alone.
    const { pk } = userKey('ours', 100, person.email);
    const left = after.filter((item) => item.pk === pk);
    expect(left.map(({ type }) => type)).toEqual(['userTombstone', 'userTombstone']);
    for (const item of left) {
      const { p0 } = item;
      const allowed = [...Object.keys(userTombstone(item, String(p0))), 'writtenBy'];
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(item).filter((name) => !/^p[0-7]$/.test(name))));
    }

    const now = new Map(after.map((item) => [keyText(item), item]));
    const changed = before.filter((item) => !isDeepStrictEqual(item, now.get(keyText(item))));
    expect(new Set(changed.map(({ type }) => type))).toEqual(
      new Set(['person', 'user', 'userId', 'delivery', 'userCounts']),
    );
    expect(typesWith(after, other.word)).toEqual(typesWith(before, other.word));
    expect(typesWith(after, String(other.userId))).toEqual(typesWith(before, String(other.userId)));
    expect((await call(getUser, { query: { email: person.email } })).status).toBe(404);
    expect((await call(getUser, { query: { email: other.email } })).status).toBe(200);
  });

  it('lets no repetition of a request under its key make the person again', async () => {
    const person = await someUser();
    await erase({ account: 100, id: person.userId });
    fine(await call(createUser, person.request));
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
  });

  it('finds the rest of one who was removed before, or of whom a data file knew no account', async () => {
    const person = await someUser();
    for (const bid of ['100', '150']) fine(await call(removeUser, { query: { bid, email: person.email } }));
    await erase({ account: 100, id: person.userId });
    expect(io.said[0]).toMatch(/: Removed: deliveries 2\.$/);
    const unknown = { type: 'person', partnerId: 'ours', person: { userId: 8001, emailId: 'zualone@mail.example' } };
    expect(await load(table, [unknown])).toEqual([]);
    await erase({ account: 100, email: 'zualone@mail.example' });
    expect(typesWith(await itemsOf(table), 'zualone')).toEqual([]);
  });

  it('can be cut off and begun again, and finds nothing more when it is done', async () => {
    const person = await someUser();
    const gone = new Error('cut off');
    let calls = 0;
    const cutOff: OpenTable = {
      ...target.table,
      async transact(...given) {
        if (++calls === 2) throw gone;
        return target.table.transact(...given);
      },
    };
    await expect(erase({ account: 100, id: person.userId }, { ...target, table: cutOff })).rejects.toBe(gone);
    expect(typesWith(await itemsOf(table), person.word)).not.toEqual([]);
    await erase({ again: true });
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
    expect(io.said[1]).toMatch(/: Removed: accounts 1, deliveries 2\.$/);
    await erase({ again: true });
    expect(io.said.at(-1)).toMatch(/Nothing is left to remove\.$/);
  });

  it('takes away the last owner only where its option says so', async () => {
    await load(table, [{ type: 'account', accountNumber: 170, partnerId: 'ours', name: 'Owned' }]);
    const email = 'zulast@mail.example';
    fine(await call(createUser, { ...at(170, 'zulast', 'create'), body: { userEmailId: email, userRole: 'owner' } }));
    const before = await itemsOf(table);
    await expect(erase({ account: 170, email })).rejects.toThrow(/is the last owner of 170\. Make someone/);
    expect(await itemsOf(table)).toEqual(before);
    await erase({ account: 170, email, lastOwner: true });
    const after = await itemsOf(table);
    expect(typesWith(after, 'zulast')).toEqual([]);
    expect(after.find(({ pk, type }) => type === 'userCounts' && String(pk).includes('170'))).toMatchObject({
      userCount: 0,
      ownerCount: 0,
    });
  });

  it('has nothing to do with the queues, whose messages name no one', async () => {
    const person = await someUser();
    expect(JSON.stringify(messageOf(invitation(person.userId, 'pending')))).not.toContain(person.word);
    const keys = (await itemsOf(table)).map(({ pk, sk }) => [pk, sk]);
    expect(JSON.stringify(keys)).not.toContain(person.word);
  });

  it.each([
    [{}, "Pass --account (any of the partner's) and one of --id and --email; or --again."],
    [{ account: 100 }, "Pass --account (any of the partner's) and one of --id and --email; or --again."],
    [
      { account: 100, id: 1, email: 'a@b.example' },
      "Pass --account (any of the partner's) and one of --id and --email",
    ],
    [{ account: 999, id: 1 }, 'Account 999 does not exist.'],
    [{ account: 101, id: 1 }, 'Account 101 does not exist.'],
    [{ account: 100, email: 'unknown@mail.example' }, 'Partner ours has no such user.'],
  ])('refuses %j', async (options, message) => {
    const before = await itemsOf(table);
    await expect(erase(options)).rejects.toThrow(message);
    expect(await itemsOf(table)).toEqual(before);
  });
});

describe('the list of erasures, of users', () => {
  it('holds what is restored or imported from before to it', async () => {
    const person = await someUser('owner');
    const restored = openTable({ tableName: `${table.name}-users`, endpoint: inject('endpoint') });
    await createAlike(table, restored);
    for (const item of await itemsOf(table)) await restored.put({ Item: item });
    // Restored in the midst of a write: no pointer leads to this one any more.
    const stray = await someUser();
    const copied = (item: Item) => item.type === 'user' && item.userId === stray.userId && item.accountNumber === 100;
    await restored.put({ Item: (await itemsOf(table)).find(copied)! });
    const directory = await mkdtemp(join(tmpdir(), 'erase-'));
    await exportData(target, io, { account: 100, out: join(directory, 'all.jsonl') });
    const exported = await readFile(join(directory, 'all.jsonl'), 'utf8');
    await rm(directory, { recursive: true });
    const lines = exported.split('\n').filter((line) => line.includes(person.word));
    expect(lines.map((line) => JSON.parse(line).type).sort()).toEqual(['person', 'user']);

    for (const each of [person, stray]) await erase({ account: 100, id: each.userId, lastOwner: true });
    expect(typesWith(await itemsOf(restored), person.word)).not.toEqual([]);
    const options = [
      '--yes',
      '--again',
      '--from',
      table.name,
      '--table',
      restored.name,
      '--endpoint',
      inject('endpoint'),
    ];
    const ran = await runHere(['user', 'erase', ...options]);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(ran.stdout).toContain(`${table.name} lists 0 erased contacts and `);
    expect(ran.stdout).toContain(`${restored.name}: Removed: accounts 2, `);
    const items = await itemsOf(restored);
    for (const { word, userId } of [person, stray]) {
      expect(typesWith(items, word)).toEqual([]);
      expect(typesWith(items, String(userId))).toEqual(['userErasure']);
    }
    // The list goes with it, and contact erase applies it too.
    const again = await runHere([
      'contact',
      'erase',
      '--yes',
      '--again',
      '--table',
      restored.name,
      '--endpoint',
      inject('endpoint'),
    ]);
    expect(again.stdout).toContain('Nothing is left to remove.');
    restored.client.destroy();

    const refused = await load(
      table,
      lines.map((line) => JSON.parse(line)),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      'the person was erased for good',
      `no person has the email ${person.email}`,
    ]);
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
  });
});
