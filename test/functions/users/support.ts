/** Requests of users, and what the table then has of them. */
import { afterEach, beforeAll, expect } from 'vitest';
import { handler as createUser } from '../../../functions/users/create-user.ts';
import { handler as getUser } from '../../../functions/users/get-user.ts';
import { handler as listUsers } from '../../../functions/users/list-users.ts';
import { handler as removeUser } from '../../../functions/users/remove-user.ts';
import { handler as updateUser } from '../../../functions/users/update-user.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';

const at = (number: number | string, { headers, ...more }: Call = {}): Call => ({
  ...more,
  headers: { 'x-business-number': String(number), ...headers },
});

export const create = (number: number, body: unknown, more?: Call): Promise<Answer> =>
  call(createUser, { ...at(number, more), body });
export const update = (number: number, email: string, body: unknown, { query, ...more }: Call = {}): Promise<Answer> =>
  call(updateUser, { ...at(number, more), query: { userEmailId: email, ...query }, body });
export const remove = (number: number | string, email: string, { query, ...more }: Call = {}): Promise<Answer> =>
  call(removeUser, { ...more, query: { bid: String(number), email, ...query } });
export const list = (number: number, more?: Call): Promise<Answer> => call(listUsers, at(number, more));
export const details = (query: Record<string, string>, more: Call = {}): Promise<Answer> =>
  call(getUser, { ...more, query });

/** A user as the list has it; `undefined` where it has none. */
export const listed = async (number: number, email: string) =>
  (await list(number, { query: { pageSize: '100' } })).body.users.find(
    ({ emailId }: { emailId: string }) => emailId === email,
  );

/** The world in a table of the test file's own; after each test what every write keeps holds. */
export const useUsers = (open: () => Promise<unknown> = openWorld): void => {
  beforeAll(async () => {
    await open();
  });
  afterEach(expectWhole);
};

let accounts = 60_000;
/** An account of ours with three locations; its number and two more than it, and three more. */
export const newAccount = async (): Promise<number> => {
  accounts += 10;
  const n = accounts;
  await bring([
    { type: 'account', accountNumber: n, partnerId: 'ours', name: `Account ${n}` },
    ...[1, 2, 3].map((each) => ({ type: 'business', businessNumber: n + each, accountNumber: n, business: {} })),
  ]);
  return n;
};

let people = 0;
/** An email that no one has. */
export const newEmail = (): string => `Person.${++people}@mail.example`;

/** A user that is there from here on. */
export const created = async (number: number, body: object = {}): Promise<string> => {
  const userEmailId = newEmail();
  const answer = await create(number, { userEmailId, userRole: 'viewer', ...body });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  return userEmailId;
};

/** What the table has of users. */
export const itemsOfUsers = async (): Promise<Item[]> =>
  (await scan()).filter(({ type }) => /^(?:person|user)/.test(String(type)));

/** That counts and persons say what the users say, and each is found by id: what every write keeps. */
export const expectWhole = async (): Promise<void> => {
  const items = await itemsOfUsers();
  const of = (wanted: string) => items.filter(({ type }) => type === wanted);
  const persons = new Map(of('person').map((item) => [item.pk, item]));
  const amount = (name: string, value: unknown, more: (item: Item) => boolean = () => true) =>
    of('user').filter((item) => item[name] === value && more(item)).length;
  for (const { pk } of of('user')) expect(persons.has(pk)).toBe(true);
  for (const [pk, person] of persons) expect([pk, person.accounts]).toEqual([pk, amount('pk', pk)]);
  expect(
    of('userId')
      .map(({ userId, personKey }) => [userId, personKey])
      .sort(),
  ).toEqual([...persons.values()].map(({ userId, pk }) => [userId, pk]).sort());
  for (const { pk, userCount, ownerCount } of of('userCounts')) {
    const isOwner = ({ userRole }: Item) => userRole === 'owner';
    expect([pk, userCount, ownerCount]).toEqual([pk, amount('gsi1pk', pk), amount('gsi1pk', pk, isOwner)]);
  }
};
