/**
 * One schedule: clients write through the real handlers, in processes with clocks of their own, over a faulty network to a
 * simulated store, and what they saw is checked. All of it follows from its seed.
 */
import { validators } from 'compiled:validators';
import type { Call, OperationName } from '../../lib/dynamodb/client/call.ts';
import { useTable } from '../../lib/dynamodb/client/environment.ts';
import { tableOf } from '../../lib/dynamodb/table/table.ts';
import { apiKeyItem, keyHash } from '../../lib/partners/repository/api-key.ts';
import { type ActName, actsOf, type Client } from './acts.ts';
import { createFront } from './client.ts';
import { newestName, operationsOf, type Sendings } from './history.ts';
import { type Operation, type State, stuckAt } from './linearizable.ts';
import { createNetwork } from './network.ts';
import { type Plan, planOf } from './plan.ts';
import { createStore, type Store } from './store.ts';
import { business } from './subjects/business.ts';
import { links } from './subjects/links.ts';
import { listing } from './subjects/listing.ts';
import type { Subject } from './subjects/subject.ts';
import { createWorld, type World } from './world.ts';

/** All that is written. A new operation comes here, or as a draft of one of them (docs/engineers.md: simulation). */
const all: readonly Subject[] = [business, links, listing];
const PARTNER = 'sim';

export interface Outcome {
  /** What is wrong, with what shows it; nothing where all that was promised held. */
  readonly failure: string | undefined;
  readonly trace: readonly string[];
  /** How many answers there were of each status; 0 is none. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly calls: number;
  readonly tries: number;
}

/** Functions remember keys while they live: each schedule has one that they don't know. */
let secrets = 0;

const runClient = async (client: Client, world: World, { acts, think, weights }: Plan, scene: Scene) => {
  const names = Object.entries(weights).map(([name, weight]) => [weight, name as ActName] as const);
  const can = actsOf(scene, client);
  for (let count = 0; count < acts; count++) {
    await world.wait(world.random() * think);
    // An act that has nothing to be about leaves its place to a plain write.
    await (can[world.weighted(names)]() ?? can.plain());
  }
};
type Scene = Parameters<typeof actsOf>[0];

const lineOf = ({ invoked, returned, text }: Operation, start: number) =>
  `${String(Math.round(invoked - start)).padStart(8)} to ${Number.isFinite(returned) ? Math.round(returned - start) : 'ever'}: ${text}`;

/** One history for each subject: what is linearizable apart is so together. */
const check = (subject: Subject, sendings: readonly Sendings[], { skew }: Plan, store: Store, world: World) => {
  const own = sendings.filter(({ request }) => request.subject === subject.name);
  const start = own[0]?.attempts[0]?.invoked ?? 0;
  const final = subject.final([...store.items.values()]);
  const isFinal = (state: State) => Object.entries(final).every(([name, value]) => state[name] === value);
  const history: Operation[] = [
    ...own.flatMap((sendings) => operationsOf(sendings, skew === 0)),
    {
      invoked: world.clock.now() + 1,
      returned: Number.MAX_SAFE_INTEGER,
      isOptional: false,
      step: (state) => (isFinal(state) ? state : undefined),
      text: `at last ${JSON.stringify(final)}`,
    },
  ];
  const bounds = Object.keys(subject.records).map(newestName);
  const unbounded = Object.fromEntries(bounds.map((name) => [name, '0']));
  const stuck = stuckAt({ ...subject.initial, '@tag': '', ...unbounded }, history, bounds);
  if (!stuck) return;
  throw new Error(
    [
      `No order of what clients did to ${subject.name} explains what they saw:`,
      ...history.map((operation) => lineOf(operation, start)),
      'An order goes as far as',
      ...stuck.last.map((operation) => lineOf(operation, start)),
      `where it is ${JSON.stringify(stuck.state)}, and none of these can be next:`,
      ...stuck.next.map((operation) => lineOf(operation, start)),
    ].join('\n'),
  );
};

const failureOf = (checking: () => void): string | undefined => {
  try {
    checking();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

export interface Setting {
  /** In place of the seed's own. */
  readonly plan?: Plan | undefined;
  /** Whether the steps are to be written down. */
  readonly isTraced?: boolean;
  /** What becomes of each call's input on its way to the store: breaks a protocol, to see that it is noticed. */
  readonly alter?: ((operation: OperationName, input: object) => object) | undefined;
}

/** Runs a schedule until the latest message has arrived. */
export const runSchedule = async (
  seed: number,
  { plan = planOf(seed), isTraced = false, alter }: Setting = {},
): Promise<Outcome> => {
  // What is loaded late would take time of the real clock, in which the simulated one goes on.
  await Promise.all(Object.values(validators).map((compiled) => compiled?.loadReports?.()));
  const world = createWorld(seed, isTraced);
  const store = createStore(world.clock.now);
  const network = createNetwork(world, store, plan.faults);
  const sendings: Sendings[] = [];
  // What a plan does not name stands in no table, so that it draws as it did before there was such a subject.
  const subjects = all.filter(({ name }) => plan.subjects[name] !== undefined);
  try {
    const secret = `simulated-key-of-the-partner-${secrets++}`;
    const key = apiKeyItem(keyHash(secret), { partnerId: PARTNER, plan: 'trial', meteringKey: 'meter' });
    for (const item of [key, ...subjects.flatMap(({ items }) => items(PARTNER))]) store.seed(item);
    const call: Call = (operation, input, options) =>
      network.call(operation, alter ? alter(operation, input) : input, options);
    useTable(tableOf('simulated', call));
    const choices = subjects.map((subject) => [plan.subjects[subject.name] ?? 0, subject] as const);
    const scene: Scene = {
      world,
      send: createFront(world, secret, plan),
      chooseSubject: () => world.weighted(choices),
      isNarrow: plan.isNarrow,
      sendings,
    };
    const clients = Array.from({ length: plan.clients }, (_, index) => {
      const client: Client = { name: `${index}`, tags: new Map(), keyed: [], count: 0 };
      return runClient(client, world, plan, scene);
    });
    await world.clock.runUntil(Promise.all(clients));
    const failure =
      world.broken[0] ??
      failureOf(() => {
        for (const subject of subjects) check(subject, sendings, plan, store, world);
      });
    const statuses: Record<number, number> = {};
    for (const { attempts } of sendings) {
      for (const { answer } of attempts) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
    return { failure, trace: world.trace, statuses, ...network.counts };
  } finally {
    useTable(undefined);
    world.restore();
  }
};
