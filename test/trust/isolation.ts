/** What is another partner's answers as what does not exist, to the byte; nothing of it is read or written. */

import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Operation } from '../../lib/contract/cases.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { operations } from '../../lib/operations.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import { itemHash } from '../../tools/data/commands/table-digest.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { startCounter } from '../bench/engine.ts';
import { runs } from '../support/chosen.ts';
import { chosenOperations } from './chosen.ts';
import { type Case, casesFor, theirRequests } from './isolation-cases.ts';
import { shown } from './isolation-shown.ts';
import { MARK, markedRecords, PARTNERS } from './isolation-world.ts';
import type { Findings, Part, Trial } from './part.ts';
import { startRig } from './rig.ts';
import { overWires, type Wire, type WireRequest } from './wire.ts';

/** The short form: so many operations, and of them pairs that are simple, plain, and in other forms. */
const SHORT_OPERATIONS = runs(2, 5);
/** Is always among them: its answer to the owner has the mark. */
const MARKED = 'getBusiness';
const SHORT_PAIRS = { simple: runs(10, 20), plain: runs(8, 15), others: runs(8, 15) };
const CONNECTIONS = 12;

/**
 * What functions make of other items in their own time: counts of reviews and responses, entries of changes, and notes of
 * uploads, posts and removals that are due. It says nothing but what is in those items, which are compared.
 */
const FOLLOWING = new Set(['count', 'contactScore', 'auditEntry', 'change', 'mediaDue', 'postDue', 'removalDue']);

/** A tombstone is shown again to what removes the rest of its record. The record itself is compared. */
const isTombstone = ({ type }: Item): boolean => String(type).endsWith('Tombstone');

/** The table without what follows from it, and without the answers that are kept for the caller's own Idempotency-Keys. */
const othersIn = async function* (table: OpenTable): AsyncGenerator<Item> {
  for await (const item of scanItems(table)) {
    // What is kept of a response with a secret lies with the secrets.
    const pk = String(item.pk).replace(/^SECRET#/, '');
    const isKept = pk.startsWith(`P#${PARTNERS.ours.partnerId}#IDEMPOTENCY#`);
    if (!isKept && !FOLLOWING.has(String(item.type)) && !isTombstone(item)) yield item;
  }
};

/** Between two looks at a table that the functions on its stream may still change. */
const LOOKS_APART = 1000;

/** So often calls that differ are compared again. */
const MOST_COMPARED = 4;

/** A file that is being fetched into the bucket: the item changes in its own time. */
const MEDIA = new Set(['media', 'socialMedia']);
const FETCHED = 'being fetched';

/** A post that its owner has scheduled: once it starts, all of its partition changes. */
const STARTS = 'starts at its time';

const hashOf = (item: Item): string => {
  if (MEDIA.has(String(item.type)) && item.status === 'PENDING') return FETCHED;
  return item.type === 'post' && item.status === 'scheduled' ? STARTS : itemHash(item);
};

/** The hash of each item by its key. */
const hashesOf = async (table: OpenTable): Promise<ReadonlyMap<string, string>> => {
  const hashes = new Map<string, string>();
  for await (const item of othersIn(table)) hashes.set(keyText(item), hashOf(item));
  return hashes;
};

const partitionOf = (key: string): string => key.split('\n')[0]!;

/** The keys of what was made, changed or removed. */
const changedBetween = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] => {
  const starting = new Set([...before].flatMap(([key, hash]) => (hash === STARTS ? [partitionOf(key)] : [])));
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== FETCHED && !starting.has(partitionOf(key)) && before.get(key) !== after.get(key),
  );
};

/** What the loading and the owners' own requests have changed goes on for a while: what the stream's functions make of it. */
const quietTable = async (table: OpenTable): Promise<ReadonlyMap<string, string>> => {
  for (let before = await hashesOf(table); ; ) {
    await pause(LOOKS_APART);
    const now = await hashesOf(table);
    if (changedBetween(before, now).length === 0) return now;
    before = now;
  }
};

/** Time that passes with every look at it, so that no plan runs dry. */
const fastClock = (): (() => number) => {
  let time = Date.now();
  return () => {
    time += 5;
    return time;
  };
};

/** Sent twice, or before others, it were refused: what is made is there already, what is deleted no more. */
const checkedAlone = (request: WireRequest): WireRequest => ({
  ...request,
  target: `${request.target}${request.target.includes('?') ? '&' : '?'}validateOnly=true`,
});

/** What would make the matrix prove nothing: an identifier of theirs that does not even answer its owner. */
const checkWorld = async (wire: Wire, chosen: readonly Operation[]): Promise<void> => {
  const requests = theirRequests(chosen, PARTNERS.theirs.key);
  let marks = 0;
  for (const { operation, request } of requests) {
    const { status, body } = await wire.ask(operation.lasting ? checkedAlone(request) : request);
    if (status !== 200) throw new Error(`${operation.id} answers ${status} to the owner: ${body}`);
    if (body.includes(MARK)) marks++;
  }
  // A dry run takes no Idempotency-Key. The second of an operation may be refused for what the first did, and keeps its key.
  for (const { operation, request } of requests.filter((each) => each.operation.lasting)) {
    if (operation.method === 'DELETE') continue;
    const { status, body } = await wire.ask(request);
    if (status >= 500) throw new Error(`${operation.id} answers ${status} to the owner: ${body}`);
  }
  if (marks === 0) throw new Error('No answer to the owner has the mark');
};

interface Seen {
  readonly failures: string[];
  readonly statuses: Map<number, number>;
}

const tryCase = async (wire: Wire, { what, request }: Case, index: number, seen: Seen): Promise<void> => {
  const unique = (side: string) => `isolation-${index}-${side}`;
  const theirs = await wire.ask(request('theirs', PARTNERS.ours.key, unique('t')));
  const unknowns = await wire.ask(request('unknowns', PARTNERS.ours.key, unique('n')));
  seen.statuses.set(theirs.status, (seen.statuses.get(theirs.status) ?? 0) + 1);
  if (shown(theirs) !== shown(unknowns)) {
    seen.failures.push(`${what}: theirs answers ${shown(theirs)}, no one's ${shown(unknowns)}`);
  }
  if (Buffer.concat([theirs.body, unknowns.body]).includes(MARK)) {
    seen.failures.push(`${what}: the answer has a text of theirs: ${theirs.body}`);
  }
};

/** The calls to the table that a request takes: what is theirs must not even cost another call. One request at a time. */
const tryCalls = async (trial: Trial, plainCases: readonly Case[], seen: Seen): Promise<void> => {
  const counters: Awaited<ReturnType<typeof startCounter>>[] = [];
  const between = async (endpoint: string) => {
    const counter = await startCounter(endpoint);
    counters.push(counter);
    return counter.endpoint;
  };
  const service = await startRig(trial, { withDemo: true, records: await markedRecords(), now: fastClock(), between });
  const [counter] = counters;
  if (!counter) throw new Error('Nothing stands between the functions and the engine');
  let sent = 0;
  const kinds = new Set<string>();
  try {
    // Functions on the stream of what was loaded call the table too.
    do {
      counter.take();
      await pause(LOOKS_APART);
    } while (counter.take().calls.length > 0);
    await overWires(service.url, 1, plainCases.length, async (wire, index) => {
      const { what, request } = plainCases[index]!;
      const callsFor = async (side: 'theirs' | 'unknowns') => {
        counter.take();
        await wire.ask(request(side, PARTNERS.ours.key, `calls-${sent++}`));
        // What is asked for at the same time comes in any order.
        const calls = counter.take().calls.toSorted().join(', ');
        kinds.add(calls);
        return calls;
      };
      const compare = async () => ({ theirs: await callsFor('theirs'), unknowns: await callsFor('unknowns') });
      const differ = ({ theirs, unknowns }: Awaited<ReturnType<typeof compare>>) => theirs !== unknowns;
      // Again where they differ: a function may just have looked the caller's key up, which it then remembers, and those that
      // start what is due call the table for a while each minute.
      let calls = await compare();
      for (let again = 0; again < MOST_COMPARED && differ(calls); again++) {
        if (again > 0) await pause(LOOKS_APART);
        calls = await compare();
      }
      if (differ(calls)) {
        seen.failures.push(
          `${what}: theirs takes ${calls.theirs || 'no call'}, no one's ${calls.unknowns || 'no call'}`,
        );
      }
    });
    // Many operations are alike: a quarter as many kinds, or the calls were not seen.
    if (kinds.size < operations.length / 4)
      throw new Error(`Too few kinds of calls were seen: ${[...kinds].join('; ')}`);
  } finally {
    await service.close();
    counter.stop();
  }
};

const chosenCases = ({ size, seed }: Trial, cases: readonly Case[]): readonly Case[] => {
  if (size === 'full') return cases;
  const some = (most: number, isWanted: (each: Case) => boolean): readonly Case[] => {
    const from = cases.filter(isWanted);
    const length = Math.min(most, from.length);
    return fc.sample(fc.shuffledSubarray(from, { minLength: length, maxLength: length }), { seed, numRuns: 1 })[0]!;
  };
  return [
    ...some(SHORT_PAIRS.simple, ({ isSimple }) => isSimple),
    ...some(SHORT_PAIRS.plain, ({ isPlain, isSimple }) => isPlain && !isSimple),
    ...some(SHORT_PAIRS.others, ({ isPlain }) => !isPlain),
  ];
};

const counts = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
    .join(', ');

const run = async (trial: Trial): Promise<Findings> => {
  const seen: Seen = { failures: [], statuses: new Map() };
  const naming = operations.filter(({ writes, cases }) => writes || Object.keys(cases.foreign).length > 0);
  const some = chosenOperations(trial, 'isolation', SHORT_OPERATIONS, naming);
  const tried = naming.filter((each) => some.includes(each) || each.id === MARKED);
  const cases = casesFor(tried);
  const chosen = chosenCases(trial, cases);
  const watched = trial.size === 'full' ? cases.filter(({ isPlain }) => isPlain) : [];
  if (watched.length > 0) await tryCalls(trial, watched, seen);
  const service = await startRig(trial, { withDemo: true, records: await markedRecords(), now: fastClock() });
  try {
    await overWires(service.url, 1, 1, (wire) => checkWorld(wire, tried));
    const before = await quietTable(service.table);
    await overWires(service.url, CONNECTIONS, chosen.length, (wire, index) => {
      if (index % 10_000 === 0) trial.say(`${index} of ${chosen.length} pairs`);
      return tryCase(wire, chosen[index]!, index, seen);
    });
    const changed = changedBetween(before, await hashesOf(service.table));
    if (changed.length > 0) seen.failures.push(`The table changed: ${changed.join(', ')}`);
    return {
      tried: `${chosen.length.toLocaleString('en')} pairs of requests of ${tried.length} operations, one with what is theirs, one with what no one has; of ${watched.length} pairs the calls to the table too`,
      found: `${seen.failures.length} pairs differ; answers: ${counts(seen.statuses)}; ${before.size - changed.length} items of the table as before`,
      failures: seen.failures,
    };
  } finally {
    await service.close();
  }
};

export const isolation: Part = {
  name: 'isolation',
  promise:
    'The response for another partner’s resource is byte for byte that for a missing one, and the resource is neither shown nor changed',
  run,
};
