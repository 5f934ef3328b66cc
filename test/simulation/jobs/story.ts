/** One schedule of jobs and posts: the functions of the service over a simulated table, stream, queue, network and clock. */
import { handler as moveDue } from '../../../functions/events/move-due.ts';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { handler as routeEvents } from '../../../functions/events/route-events.ts';
import { handler as runJobs } from '../../../functions/events/run-jobs.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { messageFrom } from '../../../lib/conversations/repository/message.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import { type Item, toAttributes } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { postFrom, postKey } from '../../../lib/social/repository/post.ts';
import { secretsItem } from '../../../lib/subscriptions/repository/secrets.ts';
import {
  drawSubscriptionId,
  drawWebhookId,
  subscriptionItem,
} from '../../../lib/subscriptions/repository/subscription.ts';
import { createNetwork, type Faults, noFaults } from '../network.ts';
import { type Changed, createStore, type Store } from '../store.ts';
import { createWorld } from '../world.ts';
import { actsOf } from './acts.ts';
import { connectorsOf } from './connectors.ts';
import { doubles, queueOf, type Trouble } from './doubles.ts';
import { invokerOf } from './invoke.ts';
import { ACCOUNT, END, FAULTS_END, LOCATIONS, MINUTE, PARTNER, SECOND, type Setting, STRESSES } from './names.ts';
import { brokenPromises } from './promises.ts';
import type { Scene } from './scene.ts';
import { streamOf } from './stream.ts';
import { contactItems } from './talks.ts';
import { createWitness } from './witness.ts';

const FAULTS: Partial<Faults> = {
  requestLost: 0.01,
  responseLost: 0.015,
  broken: 0.01,
  late: 0.01,
  slow: 0.02,
  conflict: 0.01,
  throttled: 0.003,
  frozen: 0.004,
  crashed: 0.004,
};
const TROUBLE: Omit<Trouble, 'apart' | 'copies'> = { lost: 0.02, late: 0.03, twice: 0.04 };
const EVENTS = [
  ...['SOCIAL_POST_PUBLISHED', 'SOCIAL_POST_FAILED', 'SOCIAL_POST_REJECTED', 'SOCIAL_CHANNEL_DISCONNECTED'],
  ...['CONVERSATION_CREATED', 'CONVERSATION_UPDATED', 'MESSAGE_ADDED', 'MESSAGE_FAILED'],
];

const seedItems = (createdAt: string): readonly Item[] => {
  const id = drawSubscriptionId(ACCOUNT, '00');
  const webhooks = [{ id: drawWebhookId(), url: 'https://events.example/', events: EVENTS }];
  const subscription = { id, partnerId: PARTNER, accountNumber: ACCOUNT, businessId: ACCOUNT, webhooks, createdAt };
  return [
    accountItem({ accountNumber: ACCOUNT, partnerId: PARTNER, name: 'Sim' }),
    ...LOCATIONS.map((businessNumber) =>
      businessItem(PARTNER, { businessNumber, accountNumber: ACCOUNT, listingFixed: false, profile: { name: 'Shop' } }),
    ),
    subscriptionItem(subscription),
    secretsItem(PARTNER, id, { secrets: [{ value: 'whsec_AAAA' }], auth: null }),
  ];
};

/** Runs one schedule of jobs. @returns what was promised and is not so, and the steps, where they are asked for */
export const runSchedule = async (
  setting: Setting,
  isTraced = false,
): Promise<{ readonly broken: readonly string[]; readonly trace: readonly string[] }> => {
  const world = createWorld(setting.seed, isTraced);
  const stress = STRESSES[setting.stress];
  const { clock, random } = world;
  const begin = clock.now();
  const level = Math.min(stress.level, world.pick([0, 0.5, 1, 3]));
  const scaled = <Each extends object>(all: Each): Each =>
    Object.fromEntries(Object.entries(all).map(([name, odds]) => [name, odds * level])) as Each;
  const faults: Faults = { ...noFaults, ...scaled(FAULTS) };
  Object.assign(faults, { crashed: faults.crashed + stress.crashes });
  const trouble = { ...scaled(TROUBLE), apart: stress.apart, copies: stress.copies };
  trouble.twice += stress.twice;
  const outage = random() < 0.03 ? begin + (1 + random() * 20) * MINUTE : undefined;

  const changes: Changed[] = [];
  const store = createStore(clock.now, (changed) => changes.push(changed));
  const witness = createWitness(world, () => store.items.values() as Iterable<Item>);
  const stream = streamOf(world, trouble);
  /** Sees what a call has changed once all of it is there. */
  const watched: Store = {
    ...store,
    apply(operation, input, lag) {
      changes.length = 0;
      const answer = store.apply(operation, input, lag);
      const made = changes.splice(0);
      for (const changed of made) witness.see(changed);
      for (const changed of made) stream.add(changed);
      return answer;
    },
  };
  const table = tableOf('simulated', createNetwork(world, watched, faults).call);
  useTable(table);
  const { invoke, inProcess } = invokerOf(world, { table, network: faults, stress });

  const post = (trackingId: string) => {
    const item = store.items.get(keyText(postKey({ partnerId: PARTNER, accountNumber: ACCOUNT, trackingId })));
    return item && postFrom(item as Item);
  };
  const message = (messageId: string) => {
    const [item] = [...store.items.values()].filter((each) => each.type === 'message' && each.messageId === messageId);
    return item && messageFrom(item as Item);
  };
  const scene: Scene = { setting, stress, message, world, witness, table, network: faults, inProcess, post };
  const connectors = connectorsOf(scene);
  doubles.post = connectors.request;
  doubles.jobs = queueOf(world, trouble, async (body, receipts) => {
    if (outage !== undefined && clock.now() > outage && clock.now() < outage + 45 * MINUTE) return false;
    const record = { messageId: '1', body, attributes: { ApproximateReceiveCount: String(receipts) } };
    world.note(`a worker receives ${body}`);
    scene.onReceipt?.(JSON.parse(body));
    await world.wait(random() * stress.begins);
    const answer = await invoke('run-jobs', (invocation) => runJobs({ Records: [record] } as never, invocation)).catch(
      () => undefined,
    );
    return answer?.batchItemFailures.length === 0;
  });
  const recordOf = ({ before, after, eventId, at }: Parameters<Parameters<typeof stream.read>[0]['work']>[0]) => ({
    Records: [
      {
        eventID: eventId,
        dynamodb: {
          SequenceNumber: eventId,
          ApproximateCreationDateTime: Math.floor(at / 1000),
          Keys: {},
          ...(after && { NewImage: toAttributes(after as Item) }),
          ...(before && { OldImage: toAttributes(before as Item) }),
        },
      },
    ],
  });
  const reading = (name: string, handler: typeof routeEvents | typeof processStream, types: readonly string[]) =>
    stream.read({
      types,
      work: async (record) => {
        const answer = await invoke(name, (invocation) => handler(recordOf(record) as never, invocation as never));
        if (answer.batchItemFailures.length > 0) throw new Error('a record failed');
      },
    });
  reading('route-events', routeEvents, [
    ...['post', 'postLocation', 'postCommand', 'job', 'channel', 'message', 'conversation'],
  ]);
  reading('process-stream', processStream, ['tombstone', 'postLocation', 'contactTombstone']);

  const tick = (): void => {
    if (clock.now() > begin + END) return;
    const soon = String(clock.now() + 80 * SECOND);
    const isAny = [...store.items.values()].some(({ pk, sk }) => /DUE#/.test(String(pk)) && String(sk) < soon);
    if (isAny && random() >= trouble.late) invoke('move-due', (invocation) => moveDue({}, invocation)).catch(() => {});
    clock.after(MINUTE, tick);
  };
  clock.after(random() * MINUTE, tick);
  clock.after(FAULTS_END, () => {
    Object.assign(faults, noFaults);
    Object.assign(trouble, { lost: 0, late: 0, twice: 0, apart: 3000, copies: 60_000 });
  });

  const createdAt = new Date(begin).toISOString();
  for (const item of seedItems(createdAt)) store.seed(item);
  if (setting.isTalk)
    for (const item of contactItems(createdAt)) {
      store.seed(item);
      witness.see({ key: '', before: undefined, after: item });
    }
  const { begun, edits, written } = actsOf(scene, connectors);
  try {
    await clock.runUntil(Promise.all([begun(), new Promise<void>((done) => clock.after(END, done))]));
    const items = [...store.items.values()] as Item[];
    const isQuiet = level === 0 && outage === undefined && setting.stress === 'usual';
    const past = { witness, items, edits, written, said: connectors.said, begin, isQuiet };
    return { broken: [...new Set([...world.broken, ...brokenPromises(past)])], trace: world.trace };
  } finally {
    useTable(undefined);
    world.restore();
  }
};
