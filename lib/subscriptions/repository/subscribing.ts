/** How subscriptions come and go: each in one transaction with its secrets (docs/writing-once.md). */

import { clock } from '../../dynamodb/client/clock.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { deletionOf, tracedDeletion } from '../../dynamodb/writes/dependent-items.ts';
import type { Executed } from '../../dynamodb/writes/idempotency-record.ts';
import { markAbove, nextMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, goneIsDone, write } from '../../dynamodb/writes/write.ts';
import {
  accountKey,
  accountKeys,
  accountNumberIn,
  isAt,
  isClosing,
  NOT_CLOSING,
} from '../../partners/repository/account.ts';
import { erasedSecrets, type SubscriptionSecrets, secretsItem } from './secrets.ts';
import {
  drawSubscriptionId,
  ifInSlot,
  type Subscription,
  slots,
  subscriptionItem,
  subscriptionKey,
  subscriptionsPartition,
} from './subscription.ts';
import type { Watched } from './subscriptions.ts';

/** What is to be subscribed; its id is drawn with its slot. */
export type NewSubscription = Omit<Subscription, 'id' | 'partnerId' | 'testedAt'>;

/** What a subscription is checked on. */
export interface SubscribingContext {
  /** The account that a number names, by itself or as one of its locations. */
  readonly accountNumber: number;
  /** Slots that are free. */
  readonly free: readonly string[];
}

/** The outcome: the response, of this request or of the one that was executed under the key before. */
export type Subscribed<Reply> = { readonly saved: Reply } | { readonly refused: 'absent' | 'taken' };

/** Patience where many clients subscribe for one account at once: each transaction checks it, so that they conflict. */
const PATIENCE = { attempts: 25 } as const;
/** A transaction takes 100 actions; states of webhooks that were written while their subscription went are few. */
const MOST_STATES = 90;

/** What was answered to the request that was executed under a key. */
export const repliedFrom = ({ result }: Executed): unknown => JSON.parse(String(result?.reply));

const IF_NEW = 'attribute_not_exists(pk)';

/** Subscribing of a partner. */
export const subscribing = ((store) => {
  const { table, partnerId } = store;
  const holds = async (key: Key, id: string): Promise<boolean> => (await table.get(key))?.id === id;

  const actionsFor = (subscription: Subscription, secrets: SubscriptionSecrets, mark: string): readonly Action[] => {
    const { id, accountNumber, businessId } = subscription;
    const [, location] = accountKeys(partnerId, businessId);
    const account = { Key: accountKey(partnerId, accountNumber), ConditionExpression: 'attribute_exists(pk)' };
    return [
      { Put: { Item: { ...subscriptionItem(subscription), p0: mark }, ConditionExpression: IF_NEW } },
      // What is left of one that was deleted is in the way of a late try.
      { Put: { Item: secretsItem(partnerId, id, secrets), ConditionExpression: IF_NEW } },
      ...(businessId === accountNumber
        ? [
            {
              ConditionCheck: {
                ...account,
                ConditionExpression: `${account.ConditionExpression} AND ${NOT_CLOSING}`,
                ExpressionAttributeValues: { ':now': clock.now() },
              },
            },
          ]
        : // As long as there is the location, its account is not deleted.
          [account, { ...account, Key: location! }].map((ConditionCheck) => ({ ConditionCheck }))),
    ];
  };

  return {
    /** What a number names, and which slots of its account are free; `undefined` for a number that names nothing. Two calls. */
    look: async (businessId: number): Promise<SubscribingContext | undefined> => {
      const items = await table.batchGet(accountKeys(partnerId, businessId));
      const accountNumber = accountNumberIn(items, partnerId, businessId);
      const closing = items.find((item) => isAt(item, accountKey(partnerId, businessId)));
      if (accountNumber === undefined || (closing && isClosing(closing, clock.now()))) return undefined;
      const taken = new Set<unknown>();
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': subscriptionsPartition(partnerId, accountNumber) },
        ProjectionExpression: 'sk',
        ConsistentRead: true,
      });
      for await (const page of pages) for (const { sk } of page) taken.add(sk);
      return { accountNumber, free: slots.filter((slot) => !taken.has(slot)) };
    },

    /**
     * Subscribes at a free slot, or says that another request has taken it, or that what it is for is gone.
     *
     * @param answer - what is answered for an id: kept with an idempotency key, with the secrets
     * @throws StoreUnavailable if it is unknown whether the write landed
     */
    add: async <Reply extends object>(
      command: NewSubscription,
      secrets: SubscriptionSecrets,
      { slot, answer }: { readonly slot: string; readonly answer: (id: string) => Reply },
    ): Promise<Subscribed<Reply>> => {
      const id = drawSubscriptionId(command.accountNumber, slot);
      const key = subscriptionKey(partnerId, id)!;
      const reply = answer(id);
      const mark = nextMark();
      const written = await write(store, {
        strategy: creation(() => holds(key, id)),
        actions: actionsFor({ ...command, id, partnerId }, secrets, mark),
        basedOn: [0],
        mark,
        result: { reply: JSON.stringify(reply) },
        patience: PATIENCE,
      });
      if ('executed' in written) return { saved: repliedFrom(written.executed) as Reply };
      if ('done' in written) return { saved: reply };
      // What stands at the slot, or is left of another one, was in the way: else the account or the location is gone.
      return { refused: written.found ? 'taken' : 'absent' };
    },

    /** Removes a subscription with its secrets and the states of its webhooks. One call. @returns whether it was there */
    remove: async ({ subscription: { id, item }, stateItems }: Watched): Promise<boolean> => {
      const actions: readonly Action[] = [
        tracedDeletion(item, id, ifInSlot(id)),
        erasedSecrets(partnerId, id),
        ...stateItems.slice(0, MOST_STATES).map(deletionOf),
      ];
      const mark = markAbove(item);
      return !('refused' in (await write(store, { strategy: goneIsDone, actions, basedOn: [versionOf(item)], mark })));
    },
  };
}) satisfies Opened<unknown>;
