/** What the tests of subscriptions share: a world of their own, accounts without subscriptions, and the requests. */

import { handler as deleteSubscription } from '../../../functions/subscriptions/delete-subscription.ts';
import { handler as listSubscriptions } from '../../../functions/subscriptions/list-subscriptions.ts';
import { handler as rotateSecret } from '../../../functions/subscriptions/rotate-secret.ts';
import { handler as setWebhooks } from '../../../functions/subscriptions/set-webhooks.ts';
import { handler as subscribe } from '../../../functions/subscriptions/subscribe.ts';
import { handler as testWebhook } from '../../../functions/subscriptions/test-webhook.ts';
import { handler as unsubscribe } from '../../../functions/subscriptions/unsubscribe.ts';
import type { Call as TableCall } from '../../../lib/dynamodb/client/call.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring, openWorld as openSharedWorld, scan } from '../../support/opened-world.ts';

export const HOOK = 'https://hooks.shop.example/events';
export const ONE = { webhookUrl: HOOK, eventName: 'BUSINESS_UPDATED' } as const;

let table: OpenTable;
let last = 60_000;

/** For `beforeAll`. */
export const openWorld = async (): Promise<OpenTable> => {
  table = await openSharedWorld();
  return table;
};

/** An account of ours with the location behind its number. */
export const newAccount = async (): Promise<number> => {
  last += 10;
  await bring([
    { type: 'account', accountNumber: last, partnerId: 'ours', name: `Account ${last}` },
    { type: 'business', businessNumber: last + 1, accountNumber: last, business: { name: 'One' } },
  ]);
  return last;
};

/** Parameters of a request next to what it is about. */
export type More = Omit<Call, 'body'>;

const withQuery = (query: Record<string, string>, more: More): Call => ({
  ...more,
  query: { ...query, ...more.query },
});

export const DRY: More = { query: { validateOnly: 'true' } };

export const subscribeTo = (businessId: number | string, body: unknown = ONE, more: More = {}): Promise<Answer> =>
  call(subscribe, { ...withQuery({ businessId: String(businessId) }, more), body });

/** The id and secret of a new subscription. */
export const subscribed = async (businessId: number, body: unknown = ONE): Promise<Answer['body']> => {
  const { status, body: reply } = await subscribeTo(businessId, body);
  if (status !== 200) throw new Error(`${status}: ${reply.message}`);
  return reply;
};

export const listOf = (businessId: number | string, more: More = {}): Promise<Answer> =>
  call(listSubscriptions, withQuery({ businessId: String(businessId) }, more));

const at = (subscriptionId: string) => ({ path: { subscriptionId } });

export const set = (id: string, body: unknown, more: More = {}) => call(setWebhooks, { ...at(id), ...more, body });
export const rotate = (id: string, body?: unknown, more: More = {}) => call(rotateSecret, { ...at(id), ...more, body });
export const testOf = (id: string, body?: unknown, more: More = {}) => call(testWebhook, { ...at(id), ...more, body });
export const remove = (id: string, more: More = {}) => call(deleteSubscription, { ...at(id), ...more });
export const leave = (id: string, businessId: number | string, more: More = {}) =>
  call(unsubscribe, { ...at(id), ...withQuery({ businessId: String(businessId) }, more) });

/** The item of a subscription's secrets. */
export const secretsAt = (id: string): Promise<Item | undefined> =>
  table.get({ pk: `SECRET#P#ours#SUBSCRIPTION#${id}`, sk: 'SECRET' });

/** Items of a subscription that lie next to its account. */
export const itemsAt = async (account: number): Promise<Item[]> =>
  (await scan()).filter(({ pk }) => pk === `P#ours#ACCOUNT#${account}#SUBSCRIPTIONS`);

/** Another request writes to the item before each transaction or update of it that this one tries. */
export const interfering =
  (isMeant: (item: { readonly pk: string; readonly sk: string }) => boolean) =>
  (store: TableCall): TableCall =>
  async (operation, input, options) => {
    const { TransactItems = [{ Update: input }] } = input as {
      TransactItems?: readonly { readonly Update?: object }[];
    };
    if (operation === 'TransactWriteItems' || operation === 'UpdateItem') {
      for (const { Update } of TransactItems) {
        const { pk, sk } = (Update as { Key?: { pk: { S: string }; sk: { S: string } } } | undefined)?.Key ?? {};
        if (!pk || !sk || !isMeant({ pk: pk.S, sk: sk.S })) continue;
        await table.update({
          Key: { pk: pk.S, sk: sk.S },
          UpdateExpression: 'SET version = version + :one',
          ExpressionAttributeValues: { ':one': 1 },
        });
      }
    }
    return store(operation, input, options);
  };
