/** Contacts and users: a record with pointers, counts or a tombstone in one transaction. */
import { contactItem, contactKey } from '../../../lib/contacts/repository/contact.ts';
import { contactWrites } from '../../../lib/contacts/repository/writing.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { markAbove, nextMark } from '../../../lib/dynamodb/writes/marks.ts';
import { personItem, type User, type UserRole, userIdItem, userItem } from '../../../lib/users/repository/user.ts';
import { users } from '../../../lib/users/repository/users.ts';
import { ACCOUNT, account, becameOf, type Case, EFFECT, hasEffect, owner, PARTNER } from './shape.ts';

const contactOf = (id: number, firstName: string, email?: string) => ({
  id,
  firstName,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...(email !== undefined && { email }),
});
const contactWrite =
  (after: object | undefined) =>
  async (clean: PartnerStore): Promise<(store: PartnerStore) => Promise<ReturnType<typeof becameOf>>> => {
    const before = await clean.table.get(contactKey(owner, 7));
    const mark = markAbove(before);
    return async (store) =>
      becameOf(await contactWrites(store).write({ owner, before, after: after as never, mark }, { id: 7 }));
  };
const contactUpdated = async (store: PartnerStore, count: number): Promise<boolean> => {
  const before = await store.table.get(contactKey(owner, 7));
  if (!before) return false;
  const after = contactOf(7, `other ${count}`);
  await contactWrites(store).write({ owner, before, after, mark: markAbove(before) });
  return true;
};

const contact: Case = {
  name: 'a contact that is changed',
  shape: 'dependents',
  items: () => [contactItem(owner, contactOf(7, 'before'))],
  prepare: contactWrite(contactOf(7, EFFECT, 'a@mail.example')),
  isEffect: hasEffect,
  other: contactUpdated,
};

const contactTaken: Case = {
  ...contact,
  name: 'a contact whose email another one takes',
  unknown: 'lost',
  other: async (store, count) => {
    const after = contactOf(8 + count, 'other', 'a@mail.example');
    await contactWrites(store).write({ owner, before: undefined, after, mark: nextMark() });
    return true;
  },
};

const newContact: Case = {
  name: 'a contact that is created',
  shape: 'creation',
  items: () => [],
  prepare: contactWrite(contactOf(7, EFFECT, 'a@mail.example')),
  isEffect: hasEffect,
  other: contactUpdated,
};

const noContact: Case = {
  ...contact,
  name: 'a contact that is deleted',
  shape: 'deletion',
  prepare: contactWrite(undefined),
  isEffect: (input) => input.includes('contactTombstone'),
};

const EMAIL = 'ada@mail.example';
const userOf = (userRole: UserRole): User => ({
  ...owner,
  userId: 9,
  emailId: EMAIL,
  userRole,
  access: 'all',
  createdAt: '2026-01-01T00:00:00.000Z',
  invited: false,
});
const person = (firstName: string) => ({ partnerId: PARTNER, userId: 9, emailId: EMAIL, firstName });
const userWrite =
  (role: UserRole | undefined, firstName: string) =>
  async (clean: PartnerStore): Promise<(store: PartnerStore) => Promise<ReturnType<typeof becameOf>>> => {
    const found = await users(clean).context(ACCOUNT, EMAIL);
    const mark = markAbove(found.before, found.person?.item);
    const after = role && userOf(role);
    const write = { ...owner, before: found.before, person: found.person, after, who: person(firstName), mark };
    return async (store) => becameOf(await users(store).write(write));
  };
const ROLES: readonly UserRole[] = ['viewer', 'editor'];
const userUpdated = async (store: PartnerStore, count: number): Promise<boolean> => {
  const found = await users(store).context(ACCOUNT, EMAIL);
  if (!found.user) return false;
  await (await userWrite(ROLES[count % 2]!, `other ${count}`)(store))(store);
  return true;
};

const user: Case = {
  name: 'a user who is changed',
  shape: 'dependents',
  items: () => [account(), userItem(userOf('editor')), personItem(person('before'), 1), userIdItem(person('before'))],
  prepare: userWrite('admin', EFFECT),
  isEffect: hasEffect,
  other: userUpdated,
};

const newUser: Case = {
  ...user,
  name: 'a user who is created',
  shape: 'creation',
  items: () => [account()],
  other: userUpdated,
};

const noUser: Case = {
  ...user,
  name: 'a user who is removed',
  shape: 'deletion',
  prepare: userWrite(undefined, 'before'),
  isEffect: (input) => input.includes('userTombstone'),
};

export const people: readonly Case[] = [contact, contactTaken, newContact, noContact, user, newUser, noUser];
