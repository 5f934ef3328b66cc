/** Requests of the operations that write contacts, and what the table then has of a contact. */

import { expect } from 'vitest';
import { handler as changePermission } from '../../../functions/contacts/change-permission.ts';
import { handler as checkIn } from '../../../functions/contacts/check-in.ts';
import { handler as deleteContact } from '../../../functions/contacts/delete-contact.ts';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import { enrolledIn } from '../../../lib/contacts/repository/packed-index.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { type Call, call } from '../../support/call.ts';
import { scan } from '../../support/opened-world.ts';

const query = { businessId: '100' };

export const save = (body: unknown, { query: more, ...rest }: Call = {}) =>
  call(saveContact, { body, query: { ...query, ...more }, ...rest });
export const get = (body: unknown, more: Call = {}) => call(getContact, { query, body, ...more });

export const remove = (body: unknown, { query: more, ...rest }: Call = {}) =>
  call(deleteContact, { body, query: { ...query, ...more }, ...rest });
export const visit = (body: object, { query: more, ...rest }: Call = {}) =>
  call(checkIn, { body: { name: 'Vera Lind', ...body }, query: { bid: '101', ...more }, ...rest });
export const permit = (body: object, more: Call = {}) =>
  call(changePermission, { body: { accountNumber: 100, ...body }, ...more });

/** The contact as get contact answers it. */
export const contactOf = async (id: number) => (await get({ id })).body;

/** Saves, and answers with the id. */
export const saved = async (body: object, more?: Call): Promise<number> => {
  const answer = await save(body, more);
  expect([answer.status, answer.body]).toEqual([200, { id: expect.any(Number) }]);
  return answer.body.id;
};

let drawn = 0;
/** An email that no one has. */
export const newEmail = (): string => `person${++drawn}@mail.example`;

/** What the table has of an account. */
export const itemsOfAccount = async (account = 100): Promise<Item[]> =>
  (await scan()).filter(({ pk }) => String(pk).startsWith(`P#ours#ACCOUNT#${account}#`));

/** Everything that the table has of an account, by key: to compare before and after. */
export const standing = async (account = 100): Promise<ReadonlyMap<string, Item>> =>
  new Map((await itemsOfAccount(account)).map((item) => [keyText(item), item]));

/** What the packed index has of a contact. */
export const enrolled = async (id: number) =>
  (await itemsOfAccount())
    .filter(({ type }) => type === 'contactPackedIndex')
    .flatMap(enrolledIn)
    .find((each) => each.id === id);

/** What happened with a contact, the latest write last. */
export const activityOf = async (id: number): Promise<unknown[]> =>
  (await itemsOfAccount())
    .filter(({ type, contactId }) => type === 'contactActivity' && contactId === id)
    .sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1))
    .map(({ kinds }) => kinds);

/** What a contact is out of. */
export const optOutsOf = async (id: number): Promise<string[]> =>
  (await itemsOfAccount())
    .filter(({ type, contactId }) => type === 'contactOptOut' && contactId === id)
    .map(({ pk }) => String(pk).split('#').at(-1)!)
    .sort();
