/**
 * The changes feed of an account: an entry for each event, kept for some weeks, in the order in which it was noted
 * (docs/bulk.md: changes).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Entity, Opened } from '../../dynamodb/table/entity.ts';
import { type ContactName, type EraseFrom, readOnce, type UserName } from '../../dynamodb/table/erasure.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { type Key, ofPartner, sortableTime } from '../../dynamodb/table/keys.ts';
import { deletionOf } from '../../dynamodb/writes/dependent-items.ts';

/** An entry: an event, as subscribers are notified of it. */
export interface Change {
  /** The id of the event. */
  readonly id: string;
  readonly type: string;
  /** When it was committed, in epoch milliseconds. */
  readonly at: number;
  /** The account that the event belongs to. */
  readonly accountNumber: number;
  /** The locations that it is about; left out where `data` names them, and where it is about all. */
  readonly about?: readonly number[] | undefined;
  /** Whether it is about every location of the account. */
  readonly ofEveryLocation?: boolean | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An entry with its place in the feed. */
export interface Noted extends Change {
  readonly sk: string;
}

/** How long entries stay after the days for which they are shown: no reader finds a gap. */
const SPARE_MILLISECONDS = 24 * 3600 * 1000;

export const changesPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'CHANGES');

/** @param at - epoch milliseconds of this put */
export const changeKey = (partnerId: string, feed: number, at: number, id: string): Key => ({
  pk: changesPartition(partnerId, feed),
  sk: `${sortableTime(at)}#${id}`,
});

export interface Noting {
  readonly partnerId: string;
  /** The account whose feed it is. */
  readonly feed: number;
  readonly change: Change;
  /** Epoch milliseconds. */
  readonly noted: number;
  /** How long it is shown, in milliseconds. */
  readonly kept: number;
}

export const changeItem = ({ partnerId, feed, change, noted, kept }: Noting): Item => {
  const { id, type: event, at, accountNumber, about, ofEveryLocation, data } = change;
  return itemOf(
    'change',
    {
      id,
      event,
      at,
      accountNumber,
      ...(about && { about }),
      ...(ofEveryLocation && { ofEveryLocation }),
      data: JSON.stringify(data),
      expiresAtSeconds: epochSeconds(noted + kept + SPARE_MILLISECONDS),
    },
    changeKey(partnerId, feed, noted, id),
  );
};

const changeFrom = (item: Item): Noted => ({
  sk: String(item.sk),
  id: String(item.id),
  type: String(item.event),
  at: Number(item.at),
  accountNumber: Number(item.accountNumber),
  about: item.about as Change['about'],
  ofEveryLocation: item.ofEveryLocation === true,
  data: JSON.parse(String(item.data)) as Change['data'],
});

/** Sorts after a key and before each key that follows it. */
const after = (sk: string): string => `${sk} `;

/** What is looked at to erase someone. */
const changeIn = readOnce(changeFrom);

const erasing = (item: Item) => ({ what: 'entries of the changes feed', actions: [deletionOf(item)] });

/** An entry about the contact, but for the one that it is gone: who follows the feed must learn that, by its id alone. */
const eraseAboutContact: EraseFrom<ContactName> = (item, { accountNumber, contactId }) => {
  const { type, data, accountNumber: account } = changeIn(item);
  const isAbout = data.customerId === contactId && account === accountNumber;
  return isAbout && type !== 'CONTACT_DELETED' ? erasing(item) : undefined;
};

const OF_USERS: readonly string[] = ['USER_INVITED', 'USER_UPDATED'];

/** The same of a user. */
const eraseAboutUser: EraseFrom<UserName> = (item, { userId }) => {
  const { type, data } = changeIn(item);
  const isAbout = OF_USERS.includes(type) && data.userId === userId;
  return isAbout && data.change !== 'removed' ? erasing(item) : undefined;
};

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const changeEntity: Entity = {
  type: 'change',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#CHANGES', sk: '<milliseconds of the put>#<event id>' },
  answers: 'What has happened in this account since?',
  attributes: {
    type: 'object',
    required: ['id', 'event', 'at', 'accountNumber', 'data', 'expiresAtSeconds'],
    properties: {
      ...{ id: text, event: text, at: number, accountNumber: number, data: text, expiresAtSeconds: number },
      about: { type: 'array', items: number },
      ofEveryLocation: { const: true },
    },
  },
  exported: { not: 'it expires within 91 days' },
  personal: { identifies: false, erased: { contact: eraseAboutContact, user: eraseAboutUser } },
  events: false,
  counts: false,
  audit: { not: 'follows from an event' },
  removal: { withLocation: 'expires within 91 days', withAccount: 'expires within 91 days; no request finds it' },
};

/** The feeds of a partner. */
export const changes = (({ table, partnerId }) => ({
  /**
   * The first entries between two places, oldest first; fewer than `most` only if there are no more. One Query of 1 MB at
   * most, as an entry has at most 1 KB; with long texts in their data two.
   *
   * @param from - the place after which to begin: a key, or a time
   * @param to - the place before which to end; `from` or later
   * @param most - at most 1,001
   */
  between: async (
    feed: number,
    { from, to, most }: { readonly from: string; readonly to: string; readonly most: number },
  ): Promise<readonly Noted[]> => {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': changesPartition(partnerId, feed), ':from': after(from), ':to': to },
      ConsistentRead: true,
      Limit: most,
    });
    const found: Item[] = [];
    // A page that ends before the limit ends at 1 MB, or is the last one.
    for await (const page of pages) {
      found.push(...page);
      if (found.length >= most) break;
    }
    // Those that TTL removes late are before every cursor that is accepted. To leave them out would make a full page look
    // like the last one.
    return found.slice(0, most).map(changeFrom);
  },
})) satisfies Opened<unknown>;
