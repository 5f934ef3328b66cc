/** Subscriptions with their webhooks and secrets. */
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { secretsItem, secretsKey } from '../../../lib/subscriptions/repository/secrets.ts';
import { subscribing } from '../../../lib/subscriptions/repository/subscribing.ts';
import {
  drawSubscriptionId,
  subscriptionFrom,
  subscriptionItem,
  subscriptionKey,
} from '../../../lib/subscriptions/repository/subscription.ts';
import { webhooksOf } from '../../../lib/subscriptions/repository/webhooks.ts';
import { ACCOUNT, account, becameOf, type Case, EFFECT, hasEffect, owner, PARTNER } from './shape.ts';

const webhook = { id: 'wh_0', url: 'https://sink.example', events: ['BUSINESS_UPDATED'] };
const subscriptionOf = (id: string) => ({
  id,
  ...owner,
  businessId: ACCOUNT,
  webhooks: [webhook],
  createdAt: '2026-01-01T00:00:00.000Z',
});
const SLOT = '00';
const command = (url: string) => {
  const { id: _, partnerId: __, ...rest } = subscriptionOf('');
  return { ...rest, webhooks: [{ ...webhook, url }] };
};
const noAuth = { secrets: [{ value: 'whsec_x' }], auth: null };
const added = async (store: PartnerStore, url: string) =>
  becameOf(await subscribing(store).add(command(url), noAuth, { slot: SLOT, answer: (id) => ({ id }) }));

const subscribed: Case = {
  name: 'a subscription that is made',
  isFound: true,
  unknown: 'lost',
  shape: 'creation',
  items: () => [account()],
  prepare: async () => (store) => added(store, EFFECT),
  isEffect: hasEffect,
  other: async (store, count) => {
    await added(store, `other ${count}`);
    return true;
  },
};

const ID = drawSubscriptionId(ACCOUNT, SLOT);
const watched = async ({ table }: PartnerStore) => {
  const item = await table.get(subscriptionKey(PARTNER, ID)!);
  return item && { subscription: subscriptionFrom(item), states: new Map(), stateItems: [] };
};
const subscription = () => [subscriptionItem(subscriptionOf(ID)), secretsItem(PARTNER, ID, noAuth)];
const webhooksSet = async (store: PartnerStore, url: string, password?: string) => {
  const found = await watched(store);
  if (!found) return false;
  const auth = password === undefined ? undefined : { username: 'u', password };
  await webhooksOf(store).set(found, { webhooks: [{ ...webhook, url }], auth });
  return true;
};

const webhooks: Case = {
  name: 'the webhooks of a subscription, with its secrets',
  shape: 'dependents',
  items: subscription,
  prepare: async (clean) => {
    const found = (await watched(clean))!;
    const auth = { username: 'u', password: 'p' };
    return async (store) =>
      becameOf(await webhooksOf(store).set(found, { webhooks: [{ ...webhook, url: EFFECT }], auth }));
  },
  isEffect: hasEffect,
  other: (store, count) => webhooksSet(store, `other ${count}`),
};

/** The secrets change, and not the subscription. */
const secrets: Case = {
  ...webhooks,
  name: 'the webhooks of a subscription, of which others change the secrets',
  unknown: 'lost',
  other: async ({ table }, count) => {
    await table.update({
      Key: secretsKey(PARTNER, ID),
      UpdateExpression: 'SET version = version + :one, #auth = :auth',
      ExpressionAttributeNames: { '#auth': 'auth' },
      ExpressionAttributeValues: { ':one': 1, ':auth': { username: 'o', password: `${count}` } },
    });
    return true;
  },
};

const unsubscribed: Case = {
  name: 'a subscription that is ended',
  shape: 'deletion',
  items: subscription,
  prepare: async (clean) => {
    const found = (await watched(clean))!;
    return async (store) => ((await subscribing(store).remove(found)) ? 'done' : 'refused');
  },
  isEffect: (input) => input.includes('"Delete"'),
  other: async () => false,
};

export const subscriptions: readonly Case[] = [subscribed, webhooks, secrets, unsubscribed];
