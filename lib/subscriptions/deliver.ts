/**
 * One message of the queue: a try of a delivery, unless it waits, is over, or was made already. Whatever is cut off here is
 * done again by the same message: what has been written says how far it came (docs/engineers.md: events).
 */
import { allEnded } from '../dynamodb/lanes.ts';
import { sources } from '../dynamodb/sources.ts';
import type { Table } from '../dynamodb/table.ts';
import { isAt } from '../partners/repository/account.ts';
import type { Queue } from '../queue/client.ts';
import { sendAt } from './outbox.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryMessage,
  DISABLED,
  deliveryFrom,
  deliveryKey,
} from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { type Lease, leases } from './repository/leases.ts';
import { type SubscriptionSecrets, secretsFrom, secretsKey } from './repository/secrets.ts';
import { subscriptionFrom, subscriptionKey } from './repository/subscription.ts';
import { webhookStateKey } from './repository/webhook-state.ts';
import { afterProbe, verdictOn } from './rules/schedule.ts';
import { postSigned } from './signed-post.ts';

interface Ways {
  readonly table: Table;
  readonly queue: Queue;
  /** The message was received before: what followed then may have been cut off. */
  readonly isRepeated: boolean;
}

/** A message may be so early by what clocks are apart. */
const EARLY = 1000;
/** Where five requests are in flight, another is tried after 1 to 5 seconds. */
const FULL_MILLISECONDS = [1000, 5000] as const;

/** All that a try hangs on. One call. */
const load = async (table: Table, message: DeliveryMessage) => {
  const { partnerId, subscriptionId, webhookId, deliveryId } = message;
  const subscriptionAt = subscriptionKey(partnerId, subscriptionId);
  if (!subscriptionAt) throw new Error(`${subscriptionId} is no id of a subscription`);
  const keys = {
    delivery: deliveryKey(partnerId, subscriptionId, deliveryId),
    subscription: subscriptionAt,
    state: webhookStateKey(partnerId, subscriptionId, webhookId),
    secrets: secretsKey(partnerId, subscriptionId),
  };
  const items = await table.batchGet(Object.values(keys));
  const at = (name: keyof typeof keys) => items.find((item) => isAt(item, keys[name]));
  const [delivery, subscription, secrets] = [at('delivery'), at('subscription'), at('secrets')];
  return {
    delivery: delivery && deliveryFrom(delivery),
    // Another subscription may be in its place by now.
    subscription: subscription?.id === subscriptionId ? subscriptionFrom(subscription) : undefined,
    state: at('state'),
    secrets: secrets && secretsFrom(secrets),
  };
};

/** The request, and what came of it. */
const attemptOf = async (url: string, { body, eventId }: Delivery, secrets: SubscriptionSecrets) => {
  const at = sources.now();
  const { retryAfter, ...sent } = await postSigned({ url, eventId, body, at }, secrets);
  return { attempt: { at: new Date(at).toISOString(), ...sent } satisfies Attempt, retryAfter };
};

/** @throws StoreUnavailable, CallError or QueueUnavailable: the message is to come again */
export const deliver = async (message: DeliveryMessage, ways: Ways): Promise<void> => {
  const { table } = ways;
  const { delivery, subscription, state, secrets } = await load(table, message);
  const { settle } = deliveryWrites(table);
  const goOn = async (next: Delivery | undefined) => {
    if (next?.status === 'pending') await sendAt(ways, messageOf(next), next.nextAttemptAt ?? 0);
  };
  const fail = (error: string) =>
    settle(delivery!, {
      status: 'failed',
      attempt: { at: new Date(sources.now()).toISOString(), error },
      tries: delivery!.tries,
    });

  if (delivery?.status !== 'pending' || message.turn > delivery.turn) return;
  // Who went on to the next turn sends it, and where that was cut off its own message comes again. Of two copies of one
  // message the later ends here.
  if (message.turn < delivery.turn) return ways.isRepeated ? goOn(delivery) : undefined;
  if ((delivery.nextAttemptAt ?? 0) - sources.now() > EARLY) return goOn(delivery);

  if (!subscription || !secrets || secrets.secrets.length === 0) return void (await fail('the subscription is gone'));
  const webhook = subscription.webhooks.find(({ id }) => id === message.webhookId);
  if (!webhook) return void (await fail('the webhook is gone'));

  const { take, succeeded, failed } = leases(table, message);
  const lease = await take(state);
  if ('refused' in lease) {
    if (lease.refused === 'disabled') return void (await fail(DISABLED));
    if (lease.refused === 'behind') {
      const { probeAt = 0, failures } = lease.state;
      const nextAttemptAt = afterProbe(probeAt, failures, sources.random());
      return goOn(await settle(delivery, { status: 'pending', tries: delivery.tries, nextAttemptAt }));
    }
    const [shortest, longest] = FULL_MILLISECONDS;
    const from = lease.refused === 'probing' ? lease.until : sources.now();
    return sendAt(ways, message, from + shortest + (longest - shortest) * sources.random());
  }

  const { attempt, retryAfter } = await attemptOf(webhook.url, delivery, secrets);
  const verdict = verdictOn({
    attempt,
    retryAfter,
    tries: delivery.tries,
    failingSince: lease.state.failingSince,
    now: sources.now(),
    chance: sources.random(),
  });
  const free = (each: Lease) =>
    verdict.status === 'delivered'
      ? succeeded(each)
      : failed(each, verdict.status === 'failed' ? verdict.disabledFor : undefined);
  const [next] = await allEnded([
    settle(delivery, {
      status: verdict.status,
      attempt,
      tries: delivery.tries + 1,
      nextAttemptAt: verdict.status === 'pending' ? verdict.nextAttemptAt : undefined,
    }),
    free(lease),
  ]);
  await goOn(next);
};
