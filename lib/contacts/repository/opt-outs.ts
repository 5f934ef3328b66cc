/**
 * Who has opted out of what and who is blocked, by time: an item for each channel, with what the feed of them answers, so
 * that a window is read as it lies. Written with the contact; gone as soon as the contact is in again.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { joined, type Key, keyText, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type Contact, type ContactOwner, mappedTo } from './contact.ts';

/** What a contact can be out of; `BLOCKED` is out of all. */
export const OPT_OUTS = ['EMAIL', 'TEXT', 'BLOCKED'] as const;
export type OptOut = (typeof OPT_OUTS)[number];

export const optOutsPartition = ({ partnerId, accountNumber }: ContactOwner, kind: OptOut): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'OPTOUTS', kind);

/** Milliseconds, so that windows of time are ranges of keys; and the contact. */
const optOutKey = (owner: ContactOwner, kind: OptOut, id: number, at: number): Key => ({
  pk: optOutsPartition(owner, kind),
  sk: joined(sortable(at), sortable(id)),
});

/** Rows of a call. */
const PAGE = 2000;

/** Since when a contact is out, in epoch milliseconds; nothing of a channel that it is in, or was never said to be out of. */
const outSince = ({ emailOtin, smsOptin, blocked, emailOptedOutAt, smsOptedOutAt, blockedAt }: Contact) => {
  const times: readonly (readonly [OptOut, boolean, unknown])[] = [
    ['EMAIL', emailOtin !== true, emailOptedOutAt],
    ['TEXT', smsOptin !== true, smsOptedOutAt],
    ['BLOCKED', blocked === true, blockedAt],
  ];
  return times.flatMap(([kind, isOut, since]) => {
    const at = isOut && since !== undefined ? Date.parse(String(since)) : Number.NaN;
    return Number.isNaN(at) ? [] : [[kind, at] as const];
  });
};

const optOutItems = (owner: ContactOwner, contact: Contact | undefined) =>
  new Map(
    (contact ? outSince(contact) : []).map(([kind, at]) => {
      const { id, firstName, lastName, email, phone } = contact!;
      const key = optOutKey(owner, kind, id, at);
      const shown = { firstName, lastName, email, phone, businessNumbers: mappedTo(contact!) };
      return [keyText(key), { key, item: itemOf('contactOptOut', { ...owner, contactId: id, ...shown }, key) }];
    }),
  );

/** What a write of a contact does to them: six actions at most. */
export const optOutActions = (
  owner: ContactOwner,
  before: Contact | undefined,
  after: Contact | undefined,
): Action[] => {
  const [old, wanted] = [optOutItems(owner, before), optOutItems(owner, after)];
  return [
    ...[...wanted].flatMap(([place, { item }]): Action[] =>
      isDeepStrictEqual(old.get(place)?.item, item) ? [] : [{ Put: { Item: item } }],
    ),
    ...[...old].flatMap(([place, { key }]): Action[] => (wanted.has(place) ? [] : [{ Delete: { Key: key } }])),
  ];
};

/** Who is out, with what the feed answers of them. */
export interface OutContact {
  readonly id: number;
  readonly firstName: unknown;
  readonly lastName: unknown;
  readonly email: unknown;
  readonly phone: unknown;
}

const outFrom = ({ contactId, firstName, lastName, email, phone }: Item): OutContact => ({
  id: Number(contactId),
  firstName,
  lastName,
  email,
  phone,
});

export interface OutWindow {
  /** Epoch milliseconds, both included. */
  readonly start: number;
  readonly end: number;
  /** Only those that are mapped to this location. */
  readonly businessNumber?: number | undefined;
  /** More are not wanted. */
  readonly most: number;
  /** More are not read, whether they are mapped to the location or not: 30,000 take some 1,000 read units. */
  readonly mostRead: number;
}

/** Who is out of something, by time. */
export const optOuts = (({ table, partnerId }) => ({
  /**
   * Who has been out since a time within the window, the earliest first.
   *
   * @returns `undefined` where there are more, or more would have to be read
   */
  within: async (
    accountNumber: number,
    kind: OptOut,
    { start, end, businessNumber, most, mostRead }: OutWindow,
  ): Promise<OutContact[] | undefined> => {
    const found: OutContact[] = [];
    let read = 0;
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': optOutsPartition({ partnerId, accountNumber }, kind),
        ':first': sortable(start),
        ':last': `${sortable(end)}#~`,
      },
      Limit: PAGE,
    });
    for await (const page of pages) {
      read += page.length;
      for (const item of page) {
        const numbers = (item.businessNumbers ?? []) as readonly number[];
        if (businessNumber === undefined || numbers.includes(businessNumber)) found.push(outFrom(item));
      }
      if (found.length > most || read > mostRead) return undefined;
    }
    return found;
  },
})) satisfies Opened<unknown>;
