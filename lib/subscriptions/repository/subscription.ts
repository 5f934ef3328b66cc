/**
 * Subscriptions of an account: the events that their webhooks get. They lie in slots, so that an account has fifty at most
 * without a counter, and an id says where its subscription is.
 */

import { clock, random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type DeletedAt, type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { deletionOf, keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { erasedSecrets } from './secrets.ts';

export interface Webhook {
  /** `wh_` and 16 hexadecimal digits. */
  readonly id: string;
  readonly url: string;
  /** Names of events (`events.ts`), each once; none of a connector. */
  readonly events: readonly string[];
  /** Of a connector: what it carries out jobs for (docs/connectors.md). */
  readonly channel?: string;
}

export interface Subscription {
  readonly id: string;
  readonly partnerId: string;
  readonly accountNumber: number;
  /** The account, or the location of it whose events alone are sent. */
  readonly businessId: number;
  /** The connectors of the account: they get jobs in place of events, and there is one such subscription at most. */
  readonly kind?: 'connectors';
  readonly webhooks: readonly Webhook[];
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  /** When a test was sent last, in epoch milliseconds. */
  readonly testedAt?: number;
}

/** A subscription as it stands in the table. */
export interface StoredSubscription extends Subscription {
  /** Counts the updates. */
  readonly version: number;
  readonly item: Item;
}

/** So many subscriptions an account has at most. */
export const MOST_SUBSCRIPTIONS = 50;

/** `00` to `49`. */
export const slots: readonly string[] = Array.from({ length: MOST_SUBSCRIPTIONS }, (_, slot) =>
  String(slot).padStart(2, '0'),
);

/** Where the subscriptions of an account lie, with the states of their webhooks. */
export const subscriptionsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SUBSCRIPTIONS');

const ID = /^(?:sub_([0-9a-z]{1,11})_([0-4][0-9])|con_([0-9a-z]{1,11}))_[0-9a-f]{16}$/;

/** Where the connectors of an account lie, behind the slots. */
export const CONNECTORS_SLOT = 'CN';

/** A new id for a slot of an account. */
export const drawSubscriptionId = (accountNumber: number, slot: string): string =>
  `sub_${accountNumber.toString(36)}_${slot}_${random.hex(16)}`;

/** A new id for the connectors of an account. */
export const drawConnectorsId = (accountNumber: number): string =>
  `con_${accountNumber.toString(36)}_${random.hex(16)}`;

export const drawWebhookId = (): string => `wh_${random.hex(16)}`;

/** Where a subscription lies, by its id; `undefined` for what is no id. Another one may be at this key by now. */
export const subscriptionKey = (partnerId: string, id: string): Key | undefined => {
  const [, ofSlot = '', slot = CONNECTORS_SLOT, ofConnectors = ''] = ID.exec(id) ?? [];
  const account = ofSlot || ofConnectors;
  const accountNumber = Number.parseInt(account, 36);
  const isOne = Number.isSafeInteger(accountNumber) && accountNumber.toString(36) === account;
  return isOne ? { pk: subscriptionsPartition(partnerId, accountNumber), sk: slot } : undefined;
};

/** With this begin the sort keys of the states of a subscription's webhooks. */
export const statesPrefix = ({ sk }: Key, id: string): string => `${joined(sk, id)}#`;

/** A new item for a subscription. */
export const subscriptionItem = (subscription: Subscription): Item =>
  itemOf(
    'subscription',
    { ...subscription, ...firstMark(), bytes: recordBytes({ ...subscription }) },
    subscriptionKey(subscription.partnerId, subscription.id)!,
  );

/** The subscription that an item holds: the opposite of `subscriptionItem`. */
export const subscriptionFrom = (item: Item): StoredSubscription => ({
  id: String(item.id),
  partnerId: String(item.partnerId),
  accountNumber: Number(item.accountNumber),
  businessId: Number(item.businessId),
  ...(item.kind === 'connectors' && { kind: 'connectors' as const }),
  webhooks: item.webhooks as readonly Webhook[],
  createdAt: String(item.createdAt),
  ...(item.testedAt !== undefined && { testedAt: Number(item.testedAt) }),
  version: Number(item.version ?? 0),
  item,
});

/** The condition that a subscription is in its slot still: another one may have it by now. */
export const ifInSlot = (id: string) => ({
  ConditionExpression: 'id = :id',
  ExpressionAttributeValues: { ':id': id },
});

/**
 * So long subscriptions stay that go with a deleted record: the event of its deletion is for them too, and its first tries
 * need webhooks and secrets (docs/webhooks.md).
 */
export const HELD_SECONDS = 30;

/**
 * The subscriptions of an account that go with what was deleted: with their secrets, and the states of their webhooks. Of
 * connectors, which get no events, none is held.
 */
const dependentsOf = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber, kind, number, deletedAt }: DeletedAt,
): AsyncGenerator<readonly Action[]> {
  const isHeld = clock.now() - Date.parse(deletedAt) < HELD_SECONDS * 1000;
  const goes = ({ businessId, kind: ofConnectors }: Item) =>
    (kind === 'account' || businessId === number) && !(isHeld && ofConnectors === undefined);
  const prefixes: string[] = [];
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': subscriptionsPartition(partnerId, accountNumber) },
    ConsistentRead: true,
  });
  for await (const page of pages) {
    for (const item of page) {
      // A subscription sorts before the states of its webhooks.
      const isState = item.type !== 'subscription';
      if (isState && ((kind === 'account' && !isHeld) || prefixes.some((prefix) => String(item.sk).startsWith(prefix))))
        yield [deletionOf(item)];
      if (isState || !goes(item)) continue;
      const id = String(item.id);
      prefixes.push(statesPrefix(item as Key, id));
      yield [{ Delete: { Key: keyOf(item), ...ifInSlot(id) } }, erasedSecrets(partnerId, id)];
    }
  }
};

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;

export const subscriptionEntity: Entity = {
  type: 'subscription',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#SUBSCRIPTIONS', sk: '<slot>, CN' },
  answers:
    'Who is notified of which events of this account or location? How many subscriptions does it have? Which connectors does the account have?',
  attributes: {
    type: 'object',
    required: ['id', 'partnerId', 'accountNumber', 'businessId', 'webhooks', 'createdAt', 'version', 'p0'],
    properties: {
      id: text,
      partnerId: text,
      accountNumber: number,
      businessId: number,
      kind: { const: 'connectors' },
      webhooks: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'url', 'events'],
          properties: { id: text, url: text, events: { type: 'array', items: text }, channel: text },
        },
      },
      createdAt: text,
      testedAt: number,
      authMark: text,
      version: number,
      p0: text,
    },
  },
  exported: { not: 'files contain no secrets; the partner subscribes again', handedOver: true },
  personal: false,
  events: false,
  counts: false,
  // The address of a webhook may be a secret of its receiver.
  audit: {
    shows: ({ kind }) => (kind === 'connectors' ? 'names' : 'values'),
    id: ({ id }) => id,
    unshown: ['webhooks'],
  },
  removal: { withLocation: dependentsOf, withAccount: dependentsOf },
};
