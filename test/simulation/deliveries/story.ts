/** One schedule of deliveries: the code of the service over a simulated table, queue, network and clock. */
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { deliver } from '../../../lib/subscriptions/deliver.ts';
import { moveDue } from '../../../lib/subscriptions/move-due.ts';
import { messageFrom, sendNow } from '../../../lib/subscriptions/outbox.ts';
import { secretsItem } from '../../../lib/subscriptions/repository/secrets.ts';
import {
  drawSubscriptionId,
  drawWebhookId,
  type Subscription,
  subscriptionItem,
} from '../../../lib/subscriptions/repository/subscription.ts';
import { queueOf } from '../jobs/doubles.ts';
import { invokerOf } from '../jobs/invoke.ts';
import { ACCOUNT, MINUTE, PARTNER, SECOND, STRESSES } from '../jobs/names.ts';
import { createNetwork, type Faults, noFaults } from '../network.ts';
import { createStore, type Store } from '../store.ts';
import { createWorld, type World } from '../world.ts';
import { actsOf } from './acts.ts';
import { END, EVENT, FAULTS, FAULTS_END, urlOf } from './names.ts';
import { receiversOf } from './receivers.ts';
import { createWitness } from './witness.ts';

const newSubscription = (createdAt: string): Subscription => ({
  id: drawSubscriptionId(ACCOUNT, '00'),
  ...{ partnerId: PARTNER, accountNumber: ACCOUNT, businessId: ACCOUNT, createdAt },
  webhooks: [0, 1].map((index) => ({ id: drawWebhookId(), url: urlOf(index, 0), events: [EVENT] })),
});
const seedItems = (subscription: Subscription): readonly Item[] => [
  accountItem({ accountNumber: ACCOUNT, partnerId: PARTNER, name: 'Sim' }),
  subscriptionItem(subscription),
  secretsItem(PARTNER, subscription.id, { secrets: [{ value: 'whsec_AAAA' }], auth: null }),
];

/** How often faults and troubles of a schedule come, until they end. */
const troublesOf = (world: World) => {
  const level = world.pick([0, 0.5, 1, 3]);
  const scaled = Object.entries(FAULTS).map(([name, odds]) => [name, odds * level]);
  const faults: Faults = { ...noFaults, ...Object.fromEntries(scaled) };
  const trouble = {
    ...{ lost: 0.02 * level, late: 0.03, twice: world.pick([0.04, 0.3]) },
    ...{ apart: world.pick([40, 3 * SECOND, 16 * SECOND]), copies: world.pick([8 * SECOND, MINUTE]) },
  };
  const stress = { ...STRESSES.usual, stalls: world.pick([0, 0, 0.2]), stallsFrom: 3 * SECOND, stallsTo: 15 * SECOND };
  const end = () => {
    Object.assign(faults, noFaults);
    Object.assign(trouble, { lost: 0, late: 0, twice: 0 });
    stress.stalls = 0;
  };
  return { faults, trouble, stress, end };
};

/** `move-due` runs each minute; only while something is due by then, as a schedule lasts for days. */
const runEachMinute = ({ clock, random }: World, store: Store, run: () => Promise<unknown>): void => {
  const end = clock.now() + END;
  const tick = (): void => {
    if (clock.now() > end) return;
    const soon = String(clock.now() + MINUTE);
    if ([...store.items.values()].some(({ type, sk }) => type === 'due' && String(sk) < soon)) run().catch(() => {});
    clock.after(MINUTE, tick);
  };
  clock.after(random() * MINUTE, tick);
};

/** Runs one schedule of deliveries. @returns what was promised and is not so, and the steps, where they are asked for */
export const runSchedule = async (
  seed: number,
  isTraced = false,
): Promise<{ readonly broken: readonly string[]; readonly trace: readonly string[] }> => {
  const world = createWorld(seed, isTraced);
  const { clock } = world;
  try {
    const { faults, trouble, stress, end } = troublesOf(world);
    const subscription = newSubscription(new Date(clock.now()).toISOString());
    const witness = createWitness(world, subscription);
    const store = createStore(clock.now, witness.see);
    for (const item of seedItems(subscription)) store.seed(item);
    const table = tableOf('simulated', createNetwork(world, store, faults).call);
    const { inProcess } = invokerOf(world, { table, network: faults, stress });
    const receivers = receiversOf(world, witness);

    const queue = queueOf(world, trouble, async (body, receipts) => {
      world.note(`a worker receives ${body}, ${receipts}`);
      const work = inProcess('deliver', (own) =>
        deliver(messageFrom(body), { table: own.table, queue, receipts, mostOfPartner: 6, post: receivers.post }),
      );
      return work.then(
        () => true,
        () => false,
      );
    });
    runEachMinute(world, store, () =>
      inProcess('move-due', (own) =>
        moveDue({ table: own.table, send: (messages) => sendNow(queue, messages), hasTime: () => true }),
      ),
    );
    clock.after(FAULTS_END, end);
    actsOf({ world, store, queue, witness, receivers, inProcess, subscription }).plan();
    await clock.runUntil(new Promise<void>((done) => clock.after(END, done)));
    const broken = witness.brokenPromises([...store.items.values()] as Item[]);
    return { broken: [...new Set([...world.broken, ...broken])], trace: world.trace };
  } finally {
    world.restore();
  }
};
