/** How subscriptions come and go: each in one transaction with its secrets (docs/writing-once.md). */
import type { Executed } from '../../dynamodb/claim.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import type { Key } from '../../dynamodb/keys.ts';
import { nextMark } from '../../dynamodb/marks.ts';
import { StoreUnavailable } from '../../dynamodb/outcomes.ts';
import { deletionOf, tracedDeletion } from '../../dynamodb/parts.ts';
import { sources } from '../../dynamodb/sources.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
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
  type Subscription,
  slots,
  subscriptionItem,
  subscriptionKey,
  subscriptionsPartition,
} from './subscription.ts';
import type { Watched } from './subscriptions.ts';

/** What is to be subscribed; its id is drawn with its slot. */
export type NewSubscription = Omit<Subscription, 'id' | 'partnerId' | 'testedAt'>;

/** What a subscription is judged on. */
export interface SubscribingGround {
  /** The account that a number names, by itself or as one of its locations. */
  readonly accountNumber: number;
  /** Slots that are free. */
  readonly free: readonly string[];
}

/** What became of it: what is answered, of this request or of the one that was executed under the key before. */
export type Subscribed<Reply> = { readonly saved: Reply } | { readonly refused: 'absent' | 'taken' };

/** Patience where many clients subscribe for one account at once: each transaction checks it, so that they conflict. */
const PATIENCE = { attempts: 25 } as const;
/** A transaction takes 100 actions; states of webhooks that were written while their subscription went are few. */
const MOST_STATES = 90;

/** What was answered to the request that was executed under a key. */
export const repliedFrom = ({ result }: Executed): unknown => JSON.parse(String(result?.reply));

const IF_NEW = 'attribute_not_exists(pk)';

/** Subscribing of a partner. */
export const subscribing = (({ table, partnerId, claim }) => {
  const holds = async (key: Key, id: string): Promise<boolean> => (await table.get(key))?.id === id;

  const transaction = (subscription: Subscription, secrets: SubscriptionSecrets): readonly Action[] => {
    const { id, accountNumber, businessId } = subscription;
    const [, location] = accountKeys(partnerId, businessId);
    const account = { Key: accountKey(partnerId, accountNumber), ConditionExpression: 'attribute_exists(pk)' };
    return [
      ...(businessId === accountNumber
        ? [
            {
              ConditionCheck: {
                ...account,
                ConditionExpression: `${account.ConditionExpression} AND ${NOT_CLOSING}`,
                ExpressionAttributeValues: { ':now': sources.now() },
              },
            },
          ]
        : // As long as there is the location, its account is not deleted.
          [account, { ...account, Key: location! }].map((ConditionCheck) => ({ ConditionCheck }))),
      { Put: { Item: subscriptionItem(subscription), ConditionExpression: IF_NEW } },
      // What is left of one that was deleted is in the way of a late try.
      { Put: { Item: secretsItem(partnerId, id, secrets), ConditionExpression: IF_NEW } },
    ];
  };

  return {
    /** What a number names, and which slots of its account are free; `undefined` for a number that names nothing. Two calls. */
    look: async (businessId: number): Promise<SubscribingGround | undefined> => {
      const items = await table.batchGet(accountKeys(partnerId, businessId));
      const accountNumber = accountNumberIn(items, partnerId, businessId);
      const closing = items.find((item) => isAt(item, accountKey(partnerId, businessId)));
      if (accountNumber === undefined || (closing && isClosing(closing, sources.now()))) return undefined;
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
     * @param answer - what is answered for an id: kept with an idempotency key, among the secrets
     * @throws StoreUnavailable where nobody knows what became of it
     */
    add: async <Reply extends object>(
      order: NewSubscription,
      secrets: SubscriptionSecrets,
      { slot, answer }: { readonly slot: string; readonly answer: (id: string) => Reply },
    ): Promise<Subscribed<Reply>> => {
      const id = drawSubscriptionId(order.accountNumber, slot);
      const key = subscriptionKey(partnerId, id)!;
      const reply = answer(id);
      const mark = nextMark();
      const own = transaction({ ...order, id, partnerId }, secrets);
      const take = claim ? [claim.take({ mark, result: { reply: JSON.stringify(reply) } })] : [];
      try {
        const refused = await table.transact([...take, ...own], tokenOf(mark), PATIENCE);
        if (!refused) return { saved: reply };
        if (claim && refused.failed.has(0)) {
          return { saved: repliedFrom(claim.taken(refused.failed.get(0))) as Reply };
        }
        const isTaken = own.some((action, index) => 'Put' in action && refused.failed.has(take.length + index));
        const found = refused.failed.get(take.length + own.length - 2);
        if (found?.id === id) return { saved: reply };
        // A try of unknown fate may land yet; under a key it would find it taken.
        if (refused.uncertain && !claim)
          throw new StoreUnavailable('a subscription is of unknown fate', { uncertain: true });
        return { refused: isTaken ? 'taken' : 'absent' };
      } catch (error) {
        if (!(error instanceof StoreUnavailable && error.uncertain)) throw error;
        if (await holds(key, id).catch(() => false)) return { saved: reply };
        throw error;
      }
    },

    /** Removes a subscription with its secrets and the states of its webhooks. One call. @returns whether it was there */
    remove: async ({ subscription: { id, item }, stateItems }: Watched): Promise<boolean> => {
      const mark = nextMark();
      const take = claim ? [claim.take({ mark })] : [];
      const actions: readonly Action[] = [
        ...take,
        tracedDeletion(item, id, { ConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': id } }),
        erasedSecrets(partnerId, id),
        ...stateItems.slice(0, MOST_STATES).map(deletionOf),
      ];
      const refused = await table.transact(actions, tokenOf(mark));
      if (!refused) return true;
      if (claim && refused.failed.has(0)) {
        claim.taken(refused.failed.get(0));
        return true;
      }
      // It is gone: by an earlier try of this request, or by another one at the same time.
      return refused.uncertain;
    },
  };
}) satisfies Opened<unknown>;
