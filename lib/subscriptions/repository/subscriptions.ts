/** Subscriptions as they are read: with the states of their webhooks, and always as they stand. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import {
  CONNECTORS_SLOT,
  MOST_SUBSCRIPTIONS,
  type StoredSubscription,
  subscriptionFrom,
  subscriptionKey,
  subscriptionsPartition,
} from './subscription.ts';
import { isOther, targetOf, type WebhookState, webhookStateFrom } from './webhook-state.ts';

export interface Watched {
  readonly subscription: StoredSubscription;
  /** By webhook; there is none of one that nothing is noted of, under the URL that it has now. */
  readonly states: ReadonlyMap<string, WebhookState>;
  /** The items of the states. */
  readonly stateItems: readonly Item[];
}

const isSubscription = ({ type }: Item): boolean => type === 'subscription';

/** @param items - a subscription's, and of others what there may be */
const watchedFrom = (item: Item, items: readonly Item[]): Watched => {
  const subscription = subscriptionFrom(item);
  const stateItems = items.filter(
    (each) => !isSubscription(each) && each.subscriptionId === subscription.id && each.pk === item.pk,
  );
  const urls = new Map(subscription.webhooks.map(({ id, url }) => [id, url]));
  const known = stateItems
    .map(webhookStateFrom)
    .filter((state) => !isOther(state, targetOf(urls.get(state.webhookId) ?? '')));
  const states = new Map(known.map((state) => [state.webhookId, state]));
  return { subscription, states, stateItems };
};

/** The subscriptions of a partner. */
export const subscriptions = (({ table, partnerId }) => {
  const itemsAt = async (pk: string, prefix?: string): Promise<readonly Item[]> => {
    const items: Item[] = [];
    const pages = table.query({
      KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ...(prefix !== undefined && { ':prefix': prefix }) },
      ConsistentRead: true,
    });
    for await (const page of pages) items.push(...page);
    return items;
  };

  const findAny = async (id: string): Promise<StoredSubscription | undefined> => {
    const key = subscriptionKey(partnerId, id);
    const item = key && (await table.get(key));
    return item?.id === id ? subscriptionFrom(item) : undefined;
  };

  return {
    /** The subscription with this id, or the connectors. One call, none for what is no id. */
    findAny,

    /** The subscription with this id. One call, none for what is no id. */
    find: async (id: string): Promise<StoredSubscription | undefined> => {
      const found = await findAny(id);
      return found?.kind === undefined ? found : undefined;
    },

    /** The connectors of an account, with their states. One call. */
    connectors: async (accountNumber: number): Promise<Watched | undefined> => {
      const items = await itemsAt(subscriptionsPartition(partnerId, accountNumber), CONNECTORS_SLOT);
      const item = items.find(isSubscription);
      return item && watchedFrom(item, items);
    },

    /** The same with the states of its webhooks. One call. */
    watched: async (id: string): Promise<Watched | undefined> => {
      const key: Key | undefined = subscriptionKey(partnerId, id);
      if (!key) return undefined;
      const items = await itemsAt(key.pk, key.sk);
      const item = items.find((each) => isSubscription(each) && each.id === id && each.kind === undefined);
      return item && watchedFrom(item, items);
    },

    /** All of an account, with those of its locations, oldest first. One call. */
    ofAccount: async (accountNumber: number): Promise<readonly Watched[]> => {
      const items = await itemsAt(subscriptionsPartition(partnerId, accountNumber));
      const own = items.filter((each) => isSubscription(each) && each.kind === undefined).slice(0, MOST_SUBSCRIPTIONS);
      return own
        .map((item) => watchedFrom(item, items))
        .toSorted((a, b) => (a.subscription.createdAt < b.subscription.createdAt ? -1 : 1));
    },
  };
}) satisfies Opened<unknown>;
