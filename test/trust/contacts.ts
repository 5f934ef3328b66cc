/** Contacts: many clients save, check in and delete the same people, under faults. Each email, phone and id is one contact's. */
import { inspect } from 'node:util';
import { runs } from '../support/chosen.ts';
import { itemsOf } from '../support/data-files.ts';
import { world } from '../support/world.ts';
import { type Handler, importHandler, withEnvironment } from './bundles.ts';
import { checkedContacts } from './contacts-check.ts';
import { type Kind, played, type Room, type Seen } from './contacts-clients.ts';
import { type Fault, silences, singleFaults, startFaultProxy } from './fault-proxy.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';
import { startStore } from './rig.ts';

const sizes = {
  short: { rounds: 1, clients: runs(10, 16), operations: 8 },
  full: { rounds: 12, clients: 50, operations: 20 },
} as const;

/** Shares of all tries. Every third round has none: then only the crowd is in the way. */
const LOST = 0.02;
const OTHERS = 0.1;
const SANDBOXES = 6;
/** Late calls are done within. */
const SETTLED_MILLISECONDS = 300;

const ENTRIES: Readonly<Record<Kind, string>> = {
  save: 'save-contact',
  'check-in': 'check-in',
  delete: 'delete-contact',
};

const roomOf = (round: number): Room => ({ account: 5_000_000 + round, location: 6_000_000 + round });

const recordsOf = (rounds: number): readonly unknown[] =>
  Array.from({ length: rounds }, (_, round) => roomOf(round)).flatMap(({ account, location }) => [
    { type: 'account', accountNumber: account, partnerId: 'ours', name: 'Crowded' },
    { type: 'business', businessNumber: location, accountNumber: account, business: { name: 'Counter' } },
  ]);

const handlersOf = async (assemblyDirectory: string): Promise<Readonly<Record<Kind, readonly Handler[]>>> => {
  const instances = async (kind: Kind) => {
    const made: Handler[] = [];
    for (let at = 0; at < SANDBOXES; at++) made.push(await importHandler(assemblyDirectory, ENTRIES[kind]));
    return made;
  };
  return { save: await instances('save'), 'check-in': await instances('check-in'), delete: await instances('delete') };
};

const run = async (trial: Trial): Promise<Findings> => {
  const { rounds, clients, operations } = sizes[trial.size];
  const store = await startStore(trial, [...world, ...recordsOf(rounds)]);
  const random = randomAt(trial.seed, -1);
  const others = singleFaults.filter((fault) => fault !== 'lost' && !silences.includes(fault));
  let [round, calls, struck] = [0, 0, 0];
  const proxy = await startFaultProxy(store.endpoint, () => {
    calls++;
    if (round % 3 === 2) return undefined;
    const fault: Fault | undefined = random.chance(LOST)
      ? 'lost'
      : random.chance(OTHERS)
        ? random.pick(others)
        : undefined;
    if (fault) struck++;
    return fault;
  });
  const log = console.error;
  const failures: string[] = [];
  const all: Seen[] = [];
  const variables = { TABLE_NAME: store.table.name, DYNAMODB_ENDPOINT: proxy.endpoint };
  try {
    await withEnvironment(variables, async () => {
      // Each 5xx is logged with its cause.
      console.error = (...texts: readonly unknown[]) => trial.written(inspect(texts));
      const handlers = await handlersOf(trial.assemblyDirectory);
      for (round = 0; round < rounds; round++) {
        const room = roomOf(round);
        const randomOf = (client: number) => randomAt(trial.seed, 1000 * round + client);
        const seen = await played({ room, clients, operations, randomOf, handlers });
        await new Promise((resolve) => setTimeout(resolve, SETTLED_MILLISECONDS));
        const owner = { partnerId: 'ours', accountNumber: room.account };
        const own = `P#ours#ACCOUNT#${room.account}#`;
        const items = (await itemsOf(store.table)).filter(({ pk }) => String(pk).startsWith(own));
        failures.push(...checkedContacts(owner, items, seen).map((wrong) => `round ${round}: ${wrong}`));
        all.push(...seen);
        if (round % 10 === 9) trial.say(`${round + 1} rounds, ${failures.length} failures`);
      }
    });
  } finally {
    console.error = log;
    proxy.stop();
    await store.close();
  }
  const share = (of: (each: Seen) => boolean) => all.filter(of).length;
  const kinds = `${share(({ kind }) => kind === 'save')} saves, ${share(({ kind }) => kind === 'check-in')} check-ins, ${share(({ kind }) => kind === 'delete')} deletions`;
  return {
    tried: `${all.length} requests of ${clients} clients at once for 6 people, ${rounds} times (${kinds}); of ${calls} calls to the store ${struck} met a fault`,
    found: `${share(({ status }) => status === 200)} were acknowledged, ${share(({ code }) => code === 5047)} refused for another contact, ${share(({ status }) => status === 503)} answered 503; each email, phone and external id is one contact's, each pointer leads to its contact, and nothing that was acknowledged is lost`,
    failures,
  };
};

export const contacts: Part = {
  name: 'contacts',
  promise:
    'When many clients save and delete the same people concurrently, an email belongs to one contact, and no acknowledged write is lost',
  run,
};
