/** What is another partner's answers as what does not exist, to the byte; nothing of it is read or written. */
import fc from 'fast-check';
import { startEngine } from '../../cdk/local/engine.ts';
import { scanItems } from '../../cdk/admin/scan.ts';
import { digestItems } from '../../cdk/admin/table-digest.ts';
import type { OpenTable } from '../../lib/store/open-table.ts';
import type { Item } from '../../lib/store/table.ts';
import { KEYS } from '../support/world.ts';
import { type Case, cases, theirRequests } from './isolation-cases.ts';
import { MARK, theirRecords } from './isolation-world.ts';
import type { Findings, Part, Trial } from './part.ts';
import { startRig } from './rig.ts';
import { overWires, type Wire, type WireAnswer } from './wire.ts';

/** Pairs of the short form beside all that are plain. */
const SHORT_PAIRS = 200;
const CONNECTIONS = 12;

/** Headers that differ from one answer to the next, whatever was asked. */
const PASSING = new Set(['date', 'x-request-id', 'x-amzn-requestid', 'x-amz-apigw-id', 'x-amzn-trace-id']);

/** An answer as text, byte for byte, less the values that differ with each. */
const shown = ({ status, headers, body }: WireAnswer): string =>
  [
    status,
    ...headers.map(([name, value]) => (PASSING.has(name.toLowerCase()) ? name : `${name}: ${value}`)),
    body.toString('latin1'),
  ].join('\n');

/** The table without the answers that are kept for the caller's own Idempotency-Keys. */
const othersIn = async function* (table: OpenTable): AsyncGenerator<Item> {
  for await (const item of scanItems(table)) {
    if (!String(item.pk).startsWith('IDEMPOTENCY#ours#')) yield item;
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

/** What would make the matrix prove nothing: an identifier of theirs that does not even answer its owner. */
const checkWorld = async (wire: Wire): Promise<void> => {
  let marks = 0;
  for (const { operation, request } of theirRequests(KEYS.theirs)) {
    const { status, body } = await wire.ask(request);
    if (status !== 200) throw new Error(`${operation.id} answers ${status} to the owner: ${body}`);
    if (body.includes(MARK)) marks++;
  }
  if (marks === 0) throw new Error('No answer to the owner has the mark');
};

interface Seen {
  readonly failures: string[];
  readonly statuses: Map<number, number>;
}

const tryCase = async (wire: Wire, { what, request }: Case, index: number, seen: Seen): Promise<void> => {
  const unique = (side: string) => `isolation-${index}-${side}`;
  const theirs = await wire.ask(request('theirs', KEYS.ours, unique('t')));
  const nobodys = await wire.ask(request('nobodys', KEYS.ours, unique('n')));
  seen.statuses.set(theirs.status, (seen.statuses.get(theirs.status) ?? 0) + 1);
  if (shown(theirs) !== shown(nobodys)) {
    seen.failures.push(`${what}: theirs answers ${shown(theirs)}, nobody's ${shown(nobodys)}`);
  }
  if (Buffer.concat([theirs.body, nobodys.body]).includes(MARK)) {
    seen.failures.push(`${what}: the answer has a text of theirs: ${theirs.body}`);
  }
};

/**
 * The calls to the table that a request takes: what is theirs must not even cost another call. One request at a time, on a
 * service of its own whose engine is watched.
 */
const tryCalls = async (trial: Trial, plainCases: readonly Case[], seen: Seen): Promise<void> => {
  const engine = await startEngine();
  const counter = await startCounter(engine.endpoint);
  const { DYNAMODB_ENDPOINT } = process.env;
  process.env.DYNAMODB_ENDPOINT = counter.endpoint;
  const service = await startRig(trial, { records: theirRecords, now: fastClock() }).finally(() => {
    if (DYNAMODB_ENDPOINT === undefined) delete process.env.DYNAMODB_ENDPOINT;
    else process.env.DYNAMODB_ENDPOINT = DYNAMODB_ENDPOINT;
  });
  try {
    await overWires(service.url, 1, plainCases.length, async (wire, index) => {
      const { what, request } = plainCases[index]!;
      const callsFor = async (side: 'theirs' | 'nobodys') => {
        counter.take();
        await wire.ask(request(side, KEYS.ours, `calls-${index}-${side}`));
        return counter.take().calls.join(', ');
      };
      // Once before: each function looks the caller's key up on its first request.
      if (index === 0 || plainCases[index - 1]!.operation !== plainCases[index]!.operation) await callsFor('nobodys');
      const [theirs, nobodys] = [await callsFor('theirs'), await callsFor('nobodys')];
      if (theirs !== nobodys) seen.failures.push(`${what}: theirs takes the calls ${theirs}, nobody's ${nobodys}`);
    });
  } finally {
    await service.close();
    counter.stop();
    await engine.stop();
  }
};

const chosenCases = ({ size, seed }: Trial): readonly Case[] => {
  if (size === 'full') return cases;
  const others = cases.filter(({ isPlain }) => !isPlain);
  const [some = []] = fc.sample(fc.shuffledSubarray(others, { minLength: SHORT_PAIRS, maxLength: SHORT_PAIRS }), {
    seed,
    numRuns: 1,
  });
  return [...cases.filter(({ isPlain }) => isPlain), ...some];
};

const counts = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
    .join(', ');

const run = async (trial: Trial): Promise<Findings> => {
  const service = await startRig(trial, { records: theirRecords, now: fastClock() });
  const seen: Seen = { failures: [], statuses: new Map() };
  const chosen = chosenCases(trial);
  const plainCases = cases.filter(({ isPlain }) => isPlain);
  if (size === 'full') await tryCalls(trial, plainCases, seen);
  try {
    await overWires(service.url, 1, 1, checkWorld);
    const before = await digestItems(othersIn(service.table));
    await overWires(service.url, CONNECTIONS, chosen.length, (wire, index) => {
      if (index % 10_000 === 0) trial.say(`${index} of ${chosen.length} pairs`);
      return tryCase(wire, chosen[index]!, index, seen);
    });
    const after = await digestItems(othersIn(service.table));
    if (before.sha256 !== after.sha256)
      seen.failures.push(`The table changed: ${before.count} items, then ${after.count}`);
    return {
      tried: `${chosen.length.toLocaleString('en')} pairs of requests, one with what is theirs, one with what nobody has`,
      found: `${seen.failures.length} pairs differ; answers: ${counts(seen.statuses)}; ${before.count} items of the table as before`,
      failures: seen.failures,
    };
  } finally {
    await service.close();
  }
};

export const isolation: Part = {
  name: 'isolation',
  promise: 'What is another partner’s answers byte for byte as what does not exist, and is neither shown nor changed',
  run,
};
