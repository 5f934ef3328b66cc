/**
 * One message of the queue: a try of a delivery, unless it waits, is over, or was made already. Whatever is cut off here is
 * done again by the same message: what has been written says how far it came (docs/engineers.md: events).
 */

import { clock, random } from '../dynamodb/client/clock.ts';
import { allEnded } from '../dynamodb/client/concurrency.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { named } from '../partners/repository/account.ts';
import type { Queue } from '../queue/client.ts';
import { keepForLater, sendAt } from './outbox.ts';
import { inFlightKeys, permitFor, type Refused } from './permit.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryMessage,
  DISABLED,
  deliveryFrom,
  deliveryKey,
} from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { type SubscriptionSecrets, secretsFrom, secretsKey, stoodTogether } from './repository/secrets.ts';
import { subscriptionFrom, subscriptionKey } from './repository/subscription.ts';
import { againAfter, EARLY, MOST_AGE, MOST_OF_PARTNER } from './rules/fairness.ts';
import { afterProbe, type CheckOutcome, isNearlyLast, outcomeOn, type Tried } from './rules/schedule.ts';
import type { Sent } from './send.ts';
import { type EventPost, postSigned } from './signed-post.ts';

export interface Ways {
  readonly table: Table;
  readonly queue: Queue;
  /** How often the message was received: what followed an earlier receipt may have been cut off. */
  readonly receipts: number;
  /** How many requests of a partner may be in flight at once; `MOST_OF_PARTNER` if left out. */
  readonly mostOfPartner?: number;
  /** Sends a request; over the network if left out. */
  readonly post?: (request: EventPost, secrets: SubscriptionSecrets) => Promise<Sent>;
}

/** All that a try hangs on. One call. */
const load = async (table: Table, message: DeliveryMessage) => {
  const { partnerId, subscriptionId, deliveryId } = message;
  const subscriptionAt = subscriptionKey(partnerId, subscriptionId);
  if (!subscriptionAt) throw new Error(`${subscriptionId} is no id of a subscription`);
  const keys = {
    delivery: deliveryKey(partnerId, subscriptionId, deliveryId),
    subscription: subscriptionAt,
    secrets: secretsKey(partnerId, subscriptionId),
    ...inFlightKeys(message),
  };
  const { delivery, subscription, secrets, ...inFlight } = named(await table.batchGet(Object.values(keys)), keys);
  return {
    delivery: delivery && deliveryFrom(delivery),
    // Another subscription may be in its place by now.
    subscription: subscription?.id === subscriptionId ? subscriptionFrom(subscription) : undefined,
    secrets: secrets && secretsFrom(secrets),
    isTorn: subscription && secrets && !stoodTogether(subscription, secrets),
    ...inFlight,
  };
};

/** The URL that the webhook of a message has by now; none if it is gone. One call. */
const urlNow = async (table: Table, message: DeliveryMessage): Promise<string | undefined> => {
  const { subscription } = await load(table, message);
  return subscription?.webhooks.find(({ id }) => id === message.webhookId)?.url;
};

/** When a message that may not be sent now comes again, in epoch milliseconds. */
const againAt = (refusal: Exclude<Refused, { refused: 'disabled' | 'behind' }>): number => {
  const now = clock.now();
  const chance = random.fraction();
  switch (refusal.refused) {
    case 'full':
      return now + againAfter(refusal.of, chance);
    // The webhook has another URL: it is read again.
    case 'stale':
      return now;
    default:
      return Math.max(now, refusal.until) + againAfter('webhook', chance);
  }
};

/** @throws StoreUnavailable, CallError, QueueUnavailable or an error of the name servers: the message is to come again */
export const deliver = async (message: DeliveryMessage, ways: Ways): Promise<void> => {
  const { table, receipts, mostOfPartner = MOST_OF_PARTNER, post = postSigned } = ways;
  if (isNearlyLast(receipts)) await keepForLater(table, message);
  const readAt = clock.now();
  const { delivery, subscription, secrets, isTorn, ...inFlight } = await load(table, message);
  const { complete } = deliveryWrites(table);
  const goOn = async (next: Delivery | undefined) => {
    // A copy of the message was faster, and may be cut off before it sends the next turn.
    if (!next) return keepForLater(table, { ...message, turn: message.turn + 1 });
    if (next.status === 'pending') await sendAt(ways, messageOf(next), next.nextAttemptAt ?? 0);
  };
  const fail = (error: string) =>
    complete(delivery!, {
      status: 'failed',
      attempt: { at: new Date(clock.now()).toISOString(), error },
      tries: delivery!.tries,
    });

  if (delivery?.status !== 'pending' || message.turn > delivery.turn) return;
  // Who went on to the next turn sends it; where that was cut off its own message comes again, or this copy of it was the
  // last: so the delivery is looked at later.
  if (message.turn < delivery.turn)
    return receipts > 1 || message.isKept ? goOn(delivery) : keepForLater(table, messageOf(delivery));
  if ((delivery.nextAttemptAt ?? 0) - clock.now() > EARLY) return goOn(delivery);

  if (!subscription || !secrets || secrets.secrets.length === 0) return goOn(await fail('the subscription is gone'));
  if (isTorn) return sendAt(ways, message, clock.now() + EARLY);
  const webhook = subscription.webhooks.find(({ id }) => id === message.webhookId);
  if (!webhook) return goOn(await fail('the webhook is gone'));

  const permit = await permitFor(table, { message, subscription, webhook, mostOfPartner }, inFlight);
  if ('refused' in permit) {
    if (permit.refused === 'disabled') {
      // Who enabled it since may have asked for what failed until then.
      if (clock.now() - readAt > MOST_AGE) return sendAt(ways, message, clock.now());
      return goOn(await fail(DISABLED));
    }
    if (permit.refused !== 'behind') return sendAt(ways, message, againAt(permit));
    const { probeAt = 0, failures } = permit.state;
    const nextAttemptAt = afterProbe(probeAt, failures, random.fraction());
    return goOn(await complete(delivery, { status: 'pending', tries: delivery.tries, nextAttemptAt }));
  }

  const at = clock.now();
  // This process stood still: its leases, the subscription or a secret may have ended meanwhile.
  if (at - readAt > MOST_AGE) {
    await permit.release();
    return sendAt(ways, message, at);
  }
  const { eventId, body } = delivery;
  const { retryAfter, isOurs, ...sent } = await post(
    { url: webhook.url, eventId, body, at, sendBy: readAt + MOST_AGE },
    secrets,
  );
  if (isOurs) {
    await permit.release();
    throw new Error(`a failure of ours, not of the webhook: ${sent.error}`);
  }
  const attempt: Attempt = { at: new Date(at).toISOString(), ...sent };
  const [now, chance] = [clock.now(), random.fraction()];
  const outcomeFor = (of: Pick<Tried, 'isElsewhere' | 'failingSince'>): CheckOutcome =>
    outcomeOn({ attempt, retryAfter, tries: delivery.tries, now, chance, ...of });
  const { failingSince } = permit.state;
  let outcome = outcomeFor({ failingSince });
  // What ends something is asked again of the webhook as it is by now: another URL has failed at nothing yet.
  if (outcome.status === 'failed' && (await urlNow(table, message)) !== webhook.url)
    outcome = outcomeFor({ isElsewhere: true, failingSince });
  const became = () =>
    complete(delivery, {
      status: outcome.status,
      attempt,
      tries: delivery.tries + 1,
      nextAttemptAt: outcome.status === 'pending' ? outcome.nextAttemptAt : undefined,
    });
  if (outcome.status === 'failed' && outcome.disabling) {
    // Who has enabled the webhook, or set another URL, since has the delivery tried again.
    if (!(await permit.failed(sent.milliseconds, outcome.disabling)))
      outcome = outcomeFor({ isElsewhere: true, failingSince: undefined });
    return goOn(await became());
  }
  const [next] = await allEnded([
    became(),
    outcome.status === 'delivered' ? permit.succeeded(sent.milliseconds) : permit.failed(sent.milliseconds),
  ]);
  await goOn(next);
};
