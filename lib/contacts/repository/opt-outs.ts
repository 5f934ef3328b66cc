/**
 * Who has opted out of what and who is blocked, by time: an item for each channel, with what the feed of them answers, so
 * that a window is read as it lies. Written with the contact; gone as soon as the contact is in again.
 */
import { isDeepStrictEqual } from 'node:util';
import { itemOf } from '../../dynamodb/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import type { Action } from '../../dynamodb/transactions.ts';
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
      return [
        `${key.pk} ${key.sk}`,
        { key, item: itemOf('contactOptOut', { ...owner, contactId: id, ...shown }, key) },
      ];
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
