/** Lines of people, users and custom cards: brought in, given back, brought in again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { exportAccount } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { counted, itemsOf, linesOf, loadText } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
  expect((await loadText(table, linesOf(world))).refused).toEqual([]);
});

const person = (userId: number, emailId: string, more: object = {}) => ({
  type: 'person',
  partnerId: 'ours',
  person: { userId, emailId, ...more },
});
const user = (accountNumber: number, emailId: string, more: object = {}) => ({
  type: 'user',
  accountNumber,
  user: { emailId, userRole: 'viewer', createdAt: '2026-01-02T03:04:05.678Z', ...more },
});
const cards = (businessNumber: number, ...all: readonly object[]) => ({ type: 'cards', businessNumber, cards: all });
const card = { cardId: 1, title: 'One', imagePosition: 'top', isVisible: 1, isPinOnTop: 0 };

const load = async (...lines: readonly object[]) => {
  const { counts, refused } = await loadText(table, linesOf(lines));
  return { counts, reasons: refused.map(({ reason }) => reason) };
};
const loaded = (counts: Parameters<typeof counted>[0]) => ({ counts: counted(counts), reasons: [] });
const usersOf = async () => (await itemsOf(table)).filter(({ type }) => /^(?:user|person|cards)/.test(String(type)));
const exported = async (number: number) => {
  const lines = [];
  for await (const line of exportAccount(table, number)) lines.push(line);
  return lines.filter(({ type }) => ['user', 'person', 'cards'].includes(type));
};

const ada = 'Ada@mail.example';
const lines = [
  user(100, ada, { userRole: 'owner', notification: { reviewAlert: 1, frequency: 'daily' } }),
  user(150, ada),
  user(100, 'bo@mail.example', { locationsNumberAccess: [101, 103] }),
  user(100, 'cy@mail.example', { locationsNumberAccess: [] }),
  cards(101, card, { ...card, cardId: 2, isPinOnTop: 1, clickURL: 'https://a.example' }),
  person(11, ada, { firstName: 'Ada', lastName: 'Field', phone: '1' }),
  person(12, 'bo@mail.example'),
  person(13, 'cy@mail.example'),
];

describe('Lines of users', () => {
  it('come back as they came in, and loading them again changes nothing', async () => {
    expect(await load(...lines)).toEqual(loaded({ loaded: lines.length }));
    const at = (...indexes: readonly number[]) => indexes.map((index) => lines[index]);
    const same = async (number: number, wanted: readonly unknown[]) => {
      const found = await exported(number);
      expect(found).toHaveLength(wanted.length);
      expect(found).toEqual(expect.arrayContaining([...wanted]));
    };
    await same(100, at(0, 2, 3, 4, 5, 6, 7));
    await same(150, at(1, 5));
    const before = await usersOf();
    expect(await load(...lines)).toEqual(loaded({ unchanged: lines.length }));
    expect(await usersOf()).toEqual(before);
    const counts = before.find(({ pk }) => pk === 'P#ours#ACCOUNT#100#USERS');
    expect(counts).toMatchObject({ userCount: 3, ownerCount: 1 });
    expect(before.find(({ type, userId }) => type === 'person' && userId === 11)).toMatchObject({ accounts: 2 });
  });

  it('change what is there, and a count with it', async () => {
    const changed = [
      user(150, ada, { userRole: 'owner' }),
      person(11, ada, { firstName: 'Ada', lastName: 'Lund', phone: '1' }),
    ];
    expect(await load(...changed)).toEqual(loaded({ updated: 2 }));
    expect((await usersOf()).find(({ pk }) => pk === 'P#ours#ACCOUNT#150#USERS')).toMatchObject({ ownerCount: 1 });
    expect((await load(user(150, ada))).reasons).toEqual(['account 150 has no other owner']);
  });

  it.each([
    [user(999, ada), 'account 999 does not exist'],
    [user(150, 'unknown@mail.example'), 'no person has the email unknown@mail.example'],
    [user(150, 'bo@mail.example', { locationsNumberAccess: [101] }), 'business 101 does not belong to account 150'],
    [user(150, ada, { userRole: 'chef' }), 'user.userRole must be one of owner, admin, editor, viewer'],
    [user(150, ada, { createdAt: 'then' }), 'user.createdAt must be an ISO 8601 date or time'],
    [person(14, ada), `${ada} has the user id 11`],
    [person(11, 'other@mail.example'), 'user id 11 belongs to another person'],
    [{ ...person(15, 'x@mail.example'), partnerId: 'unknown' }, 'partner unknown does not exist'],
    [cards(999, card), 'business 999 does not exist'],
    [cards(102, card, card), 'cards must have different ids'],
    [cards(102, { ...card, isPinOnTop: 1 }, { ...card, cardId: 2, isPinOnTop: 1 }), 'at most one card can be pinned'],
  ])('are refused: %#', async (line, reason) => {
    const before = await usersOf();
    expect((await load(line)).reasons).toEqual([reason]);
    expect(await usersOf()).toEqual(before);
  });
});
