/**
 * What a subscription signs and authorizes its requests with: in items of their own, whose keys only the functions that need
 * them may touch (SECURITY.md). They are in no response but those that make them, in no log and in no export.
 */

import { random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, ITEM_VERSION, itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { expiryAfter } from '../../dynamodb/table/expiry.ts';
import { type Key, secretsOfPartner } from '../../dynamodb/table/keys.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { Outcome } from '../../dynamodb/writes/until.ts';

export interface Secret {
  /** `whsec_` and the base64 of 32 bytes. */
  readonly value: string;
  /** When it ceases to sign, in epoch milliseconds; the newest one has no end. */
  readonly until?: number;
}

/** Basic authorization. */
export interface BasicAuth {
  readonly username: string;
  readonly password: string;
}

export interface SubscriptionSecrets {
  /** The newest first; two at most. None where the subscription is gone. */
  readonly secrets: readonly Secret[];
  readonly auth: BasicAuth | null;
}

/** A new secret. */
export const drawSecret = (): string => `whsec_${Buffer.from(random.hex(64), 'hex').toString('base64')}`;

export const secretsKey = (partnerId: string, subscriptionId: string): Key => ({
  pk: secretsOfPartner(partnerId, 'SUBSCRIPTION', subscriptionId),
  sk: 'SECRET',
});

export const secretsItem = (partnerId: string, subscriptionId: string, record: SubscriptionSecrets): Item =>
  itemOf(
    'subscriptionSecrets',
    { subscriptionId, partnerId, ...record, ...firstMark() },
    secretsKey(partnerId, subscriptionId),
  );

export const secretsFrom = (item: Item): SubscriptionSecrets => ({
  secrets: (item.secrets ?? []) as readonly Secret[],
  auth: (item.auth ?? null) as BasicAuth | null,
});

/** Set with a new authorization: on the secrets and on the subscription, whose URLs may be new in the same transaction. */
export const authSetUnder = (mark: string) => ({ authMark: mark });

/**
 * Whether a subscription and its secrets, each as it was read, stood in the table together. A batch reads its items one by
 * one: an authorization that was set meanwhile with another URL is not for the URL of before.
 */
export const stoodTogether = (subscription: Item, secrets: Item): boolean => {
  const isNotOlder = (item: Item, { authMark = '' }: Item) => String(item.p0 ?? '') >= String(authMark);
  return isNotOlder(subscription, secrets) && isNotOlder(secrets, subscription);
};

/** Those that sign at a time, the newest first. */
export const liveSecrets = ({ secrets }: SubscriptionSecrets, now: number): readonly string[] =>
  secrets.filter(({ until }) => until === undefined || until > now).map(({ value }) => value);

/** Secrets as they stand in the table. */
export interface StoredSecrets extends SubscriptionSecrets {
  readonly item: Item;
}

const storedFrom = (item: Item): StoredSecrets => ({ ...secretsFrom(item), item });

/** The secrets of a partner's subscriptions. */
export const secretsOf = ((store) => ({
  draw: drawSecret,

  /** The secrets of a subscription; `undefined` where it is gone. One call. */
  find: async (subscriptionId: string): Promise<StoredSecrets | undefined> => {
    const item = await store.table.get(secretsKey(store.partnerId, subscriptionId));
    // What was erased has no version.
    return item?.version === undefined ? undefined : storedFrom(item);
  },

  /** Puts other secrets in place of those that were read, or says what stood in the way. One call. */
  save: async (
    subscriptionId: string,
    secrets: readonly Secret[],
    { item }: StoredSecrets,
  ): Promise<Outcome<StoredSecrets>> => {
    const outcome = await saveVersion(store, {
      key: secretsKey(store.partnerId, subscriptionId),
      changes: { secrets },
      basedOn: item,
    });
    if ('saved' in outcome) return { saved: storedFrom(outcome.saved) };
    const { refused, found } = outcome;
    return { refused, ...(found?.version !== undefined && { found: storedFrom(found) }) };
  },
})) satisfies Opened<unknown>;

/** Longer than any late try of what made the subscription lives. */
const KEPT_SECONDS = 24 * 3600;

/**
 * Erases the secrets of a subscription that is deleted. An empty item stays for a day, in whose way a late try of the request
 * that made it is: a subscription that was deleted does not come back.
 */
export const erasedSecrets = (partnerId: string, subscriptionId: string): Action => ({
  Update: {
    Key: secretsKey(partnerId, subscriptionId),
    UpdateExpression:
      'SET #type = :type, v = :v, partnerId = :partner, subscriptionId = :id, secrets = :none, expiresAtSeconds = :end ' +
      'REMOVE #auth, version, p0',
    ExpressionAttributeNames: { '#type': 'type', '#auth': 'auth' },
    ExpressionAttributeValues: {
      ':type': 'subscriptionSecrets',
      ':v': ITEM_VERSION,
      ':partner': partnerId,
      ':id': subscriptionId,
      ':none': [],
      ':end': expiryAfter(KEPT_SECONDS),
    },
  },
});

const text = { type: 'string' } as const;

export const subscriptionSecretsEntity: Entity = {
  type: 'subscriptionSecrets',
  keys: { pk: 'SECRET#P#<partner>#SUBSCRIPTION#<id>', sk: 'SECRET' },
  answers: 'Which secrets sign and authorize requests to the webhooks of this subscription?',
  attributes: {
    type: 'object',
    required: ['subscriptionId', 'partnerId', 'secrets'],
    properties: {
      subscriptionId: text,
      partnerId: text,
      secrets: {
        type: 'array',
        maxItems: 2,
        items: { type: 'object', required: ['value'], properties: { value: text, until: { type: 'integer' } } },
      },
      auth: { type: ['object', 'null'], required: ['username', 'password'] },
      authMark: text,
      expiresAtSeconds: { type: 'integer' },
    },
  },
  exported: { not: 'files contain no secrets' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'the stream shows its secrets only to the deliveries' },
  removal: { withLocation: 'erased with its subscription', withAccount: 'erased with its subscription' },
};
