/** The connectors of an account: one for each channel at most, in one subscription of a kind of its own. */
import { clock, random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, type Written, write } from '../../dynamodb/writes/write.ts';
import { stillOpen } from '../../partners/repository/open-account.ts';
import { type SubscriptionSecrets, secretsItem } from '../../subscriptions/repository/secrets.ts';
import {
  CONNECTORS_SLOT,
  type Subscription,
  subscriptionFrom,
  subscriptionItem,
  subscriptionKey,
  subscriptionsPartition,
  type Webhook,
} from '../../subscriptions/repository/subscription.ts';
import { CHANNELS, type Channel } from './channels.ts';

/** A connector as it is asked for. */
export interface Wanted {
  readonly channel: Channel;
  readonly url: string;
}

/** Where the connectors of an account lie. */
export const connectorsKey = (partnerId: string, accountNumber: number): Key => ({
  pk: subscriptionsPartition(partnerId, accountNumber),
  sk: CONNECTORS_SLOT,
});

/** The connector for a channel in the item of an account's connectors, as far as there is one. */
export const connectorIn = (connectors: Item | undefined, channel: string) => {
  const subscription = connectors && subscriptionFrom(connectors);
  const webhook = subscription?.webhooks.find((each) => each.channel === channel);
  return subscription && webhook ? { subscription, webhook } : undefined;
};

/** The connector of an account for a channel; `undefined` where there is none. One call. */
export const connectorOf = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  channel: string,
): Promise<Webhook | undefined> =>
  connectorIn(await table.get(connectorsKey(partnerId, accountNumber)), channel)?.webhook;

export const drawConnectorId = (): string => `cn_${random.hex(16)}`;

const placeOf = ({ channel }: { readonly channel?: string }): number => CHANNELS.indexOf(channel as Channel);

/** In the order of channels. */
export const inOrder = <Each extends { readonly channel?: string }>(all: readonly Each[]): readonly Each[] =>
  all.toSorted((a, b) => placeOf(a) - placeOf(b));

/** What is stored for connectors: those of before keep their ids as long as their channels are in the list. */
export const storedConnectors = (
  wanted: readonly Wanted[],
  before: readonly Webhook[],
  drawId: () => string = drawConnectorId,
): readonly Webhook[] =>
  inOrder(wanted).map(({ channel, url }) => ({
    id: before.find((each) => each.channel === channel)?.id ?? drawId(),
    channel,
    url,
    events: [],
  }));

/** Many clients may write below one account at once: each transaction checks it, so that they conflict. */
const PATIENCE = { attempts: 25 } as const;
const IF_NEW = 'attribute_not_exists(pk)';

/** The connectors of a partner's accounts. */
export const connectorSets = ((store) => ({
  /**
   * Puts the first connectors of an account, if it is there and is not about to be deleted. One call.
   *
   * @param reply - what is answered: kept with an idempotency key, with the secrets
   */
  add: async (
    set: Omit<Subscription, 'partnerId' | 'kind' | 'createdAt'>,
    secrets: SubscriptionSecrets,
    reply: object,
  ): Promise<Written> => {
    const { partnerId, table } = store;
    const { id, accountNumber } = set;
    const createdAt = new Date(clock.now()).toISOString();
    const mark = nextMark();
    const item = { ...subscriptionItem({ ...set, partnerId, createdAt, kind: 'connectors' }), p0: mark };
    const actions: readonly Action[] = [
      { Put: { Item: item, ConditionExpression: IF_NEW } },
      { Put: { Item: secretsItem(partnerId, id, secrets), ConditionExpression: IF_NEW } },
      stillOpen(partnerId, accountNumber),
    ];
    const landed = async () => (await table.get(subscriptionKey(partnerId, id)!))?.id === id;
    const result = { reply: JSON.stringify(reply) };
    return write(store, { strategy: creation(landed), actions, basedOn: [0], mark, result, patience: PATIENCE });
  },
})) satisfies Opened<unknown>;
