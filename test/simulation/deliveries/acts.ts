/** What happens in a schedule of deliveries: events, webhooks that move to other URLs, a rotated secret, a host that is down. */
import type { MessageQueue } from '../../../lib/dynamodb/stream/roles.ts';
import { sendNow } from '../../../lib/subscriptions/outbox.ts';
import { type Delivery, deliveryId, deliveryItem } from '../../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../../lib/subscriptions/repository/delivery-writes.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { rotateSecretOf } from '../../../lib/subscriptions/rotate-secret.ts';
import { setWebhooksOf } from '../../../lib/subscriptions/set-webhooks.ts';
import { ACCOUNT, MINUTE, PARTNER, SECOND } from '../jobs/names.ts';
import type { InProcess } from '../jobs/scene.ts';
import type { Store } from '../store.ts';
import type { World } from '../world.ts';
import { ACTS_END, EVENT, HOUR, urlOf } from './names.ts';
import type { Receivers } from './receivers.ts';
import type { Witness } from './witness.ts';

interface Scene {
  readonly world: World;
  readonly store: Store;
  readonly queue: MessageQueue;
  readonly witness: Witness;
  readonly receivers: Receivers;
  readonly inProcess: InProcess;
  /** As it is when the schedule begins. */
  readonly subscription: Subscription;
}

const EVENTS = 14;
const MOST_TRIES = 6;

export const actsOf = ({ world, store, queue, witness, receivers, inProcess, subscription }: Scene) => {
  const { clock, random } = world;
  const { id: subscriptionId } = subscription;
  let { webhooks } = subscription;
  let events = 0;
  let urls = 0;

  const newDelivery = (): Delivery => {
    const { id: webhookId } = world.pick(webhooks);
    const now = Math.floor(clock.now());
    const eventId = `evt_${++events}`;
    return {
      ...{ id: deliveryId(now, eventId, webhookId), partnerId: PARTNER, accountNumber: ACCOUNT },
      ...{ subscriptionId, webhookId, event: EVENT, eventId, body: '{}' },
      ...{ status: 'pending', attempts: [], turn: 1, tries: 0, nextAttemptAt: now },
    };
  };
  /** In place of `route-events`, which sends a message again until the queue says that it took it. */
  const notify = async (): Promise<void> => {
    const delivery = newDelivery();
    store.seed(deliveryItem(delivery));
    world.note(`${delivery.eventId} is ${delivery.id}`);
    const send = (): Promise<void> => sendNow(queue, [messageOf(delivery)]).catch(send);
    await send();
  };

  /** One may have another URL; where the answer is lost, the partner asks for the same again. */
  const setWebhooks = async (): Promise<void> => {
    const chosen = world.below(webhooks.length);
    if (random() < 0.3) witness.gone.add(webhooks[chosen]!.url);
    const isMoved = random() < 0.6;
    const wanted = webhooks.map((each, index) =>
      isMoved && index === chosen ? { ...each, url: urlOf(index, ++urls) } : each,
    );
    const command = { wanted: { webhooks: wanted, auth: undefined }, validateOnly: false };
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const set = await inProcess('set-webhooks', (own) => setWebhooksOf(own, subscriptionId, command)).catch(() => {});
      if (!set) continue;
      if ('reply' in set) webhooks = wanted;
      return;
    }
  };
  const rotate = () =>
    inProcess('rotate-secret', (own) =>
      rotateSecretOf(own, subscriptionId, { overlapHours: 0, validateOnly: false }),
    ).catch(() => {});
  const breakDown = () => receivers.breakDown(world.pick(webhooks).url, random() * 10 * HOUR);

  const at = (milliseconds: number, act: () => unknown): void => void clock.after(milliseconds, () => void act());
  const within = (milliseconds: number, act: () => unknown): void => at(random() * milliseconds, act);
  /** Events come shortly before and after: their requests are in flight while URLs are replaced. */
  const setWebhooksUnderEvents = (): void => {
    at(8 * SECOND, setWebhooks);
    for (let count = 0; count < 3; count++) within(12 * SECOND, notify);
  };
  /** Half of the events come within the first two minutes. */
  const plan = (): void => {
    for (let count = 0; count < EVENTS; count++) within(count % 2 === 0 ? 2 * MINUTE : 20 * MINUTE, notify);
    for (let count = 0; count < 3; count++) within(ACTS_END, setWebhooksUnderEvents);
    within(ACTS_END, rotate);
    if (random() < 0.5) within(ACTS_END, breakDown);
  };
  return { plan };
};
