/** The steps of a write under an idempotency key, lost one by one; and what the table says of how often it was executed. */

import { fingerprint } from '../../lib/http/idempotency/canonical.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import type { Answer } from './freeze-child.ts';
import type { SandboxRig, Script, Worker } from './freeze-rig.ts';
import { plainWrites, type Write } from './idempotency-writes.ts';

/**
 * What befalls a step: one try of it or each, lost before the store hears of it or after it was done; or the process is
 * killed then.
 */
export const WAYS = [
  'before',
  'before, each try',
  'after',
  'after, each try',
  'killed before',
  'killed after',
] as const;
type Way = (typeof WAYS)[number];

const MOST_REPEATS = 20;

/** One item of these holds several records: whether a write makes another one hangs on their numbers. */
const PACKED = new Set(['contactPackedIndex', 'surveyPackedIndex']);

/** What writes add up to: records, and versions of all of them. */
export interface Extent {
  readonly records: number;
  readonly versions: number;
}

export const extentOf = async (table: OpenTable): Promise<Extent> => {
  let [records, versions] = [0, 0];
  for await (const { sk, type, version = 0 } of scanItems(table)) {
    if (sk === 'IDEMPOTENCY' || PACKED.has(String(type))) continue;
    records++;
    versions += Number(version);
  }
  return { records, versions };
};

export const grownBy = (before: Extent, after: Extent): Extent => ({
  records: after.records - before.records,
  versions: after.versions - before.versions,
});

export const isTimes = (grown: Extent, times: number, once: Extent): boolean =>
  grown.records === times * once.records && grown.versions === times * once.versions;

/** @returns nothing where the process was killed */
const tried = (asked: Promise<Answer>): Promise<Answer | undefined> => asked.catch(() => undefined);

/** The first try of a step is struck, or each: tries of one call come one after the other, and have one body. */
const striking = (step: number, way: Way, kill: () => void): Script => {
  let struck: string | undefined;
  const isStruck = (number: number, body: string): boolean => {
    if (number === step) struck = body;
    else if (number < step || body !== struck || !way.endsWith('each try')) struck = undefined;
    return struck !== undefined;
  };
  if (way === 'killed after') {
    return {
      done: (number, { body }) => {
        if (isStruck(number, body)) kill();
      },
    };
  }
  return {
    choose: (number, { body }) => {
      if (!isStruck(number, body)) return undefined;
      if (way === 'killed before') {
        kill();
        return 'reset';
      }
      return way.startsWith('before') ? 'reset' : 'lost';
    },
  };
};

export interface Scenario {
  readonly write: Write;
  readonly step: number;
  readonly way: Way;
  /** Whether another write comes between the loss and the repetition. */
  readonly between: boolean;
}

/** The same operation without a key. */
export const rivalOf = ({ operation }: Write): Write => plainWrites.find((each) => each.operation === operation)!;

/** What an answer says: names within an object come in any order, as the store keeps none. */
export const saying = ({ status, body }: Answer): string => `${status} ${fingerprint(JSON.parse(body))}`;

/** Repeats a request until it is answered otherwise than by 503. */
export const repeated = async (ask: () => Promise<Answer>): Promise<Answer> => {
  let answer = await ask();
  for (let count = 0; answer.status === 503 && count < MOST_REPEATS; count++) answer = await ask();
  return answer;
};

export const play = async (
  { table }: SandboxRig,
  worker: Worker,
  { write, step, way, between }: Scenario,
  { value, once }: { readonly value: string; readonly once: Extent },
): Promise<string[]> => {
  const described = (text: string) =>
    `${write.text}, step ${step} ${way}${between ? ', with another write between' : ''}: ${text}`;
  const failures: string[] = [];
  const before = await extentOf(table);
  const script = striking(step, way, () => worker.signal('SIGKILL'));
  const first = await tried(worker.invoke(write, value, { script }));
  if (between) await worker.invoke(rivalOf(write), `${value}-rival`);
  const again = await repeated(() => worker.invoke(write, value));
  const last = await worker.invoke(write, value);
  const grown = grownBy(before, await extentOf(table));
  const statuses = [first?.status ?? 'killed', again.status, last.status];
  if (!isTimes(grown, between ? 2 : 1, once)) {
    failures.push(described(`${statuses} made ${JSON.stringify(grown)}, where one makes ${JSON.stringify(once)}`));
  }
  if (again.status !== 200 || last.status !== 200 || (first && first.status !== 200 && first.status !== 503)) {
    failures.push(described(`answered ${statuses}: ${again.body.slice(0, 200)}`));
  }
  if (last.headers['Idempotent-Replayed'] !== 'true')
    failures.push(described('the last repetition is not marked as one'));
  if (saying(last) !== saying(again) && !between) failures.push(described('two repetitions have two answers'));
  if (first?.status === 200 && !between && saying(first) !== saying(again))
    failures.push(described('a repetition differs'));
  return failures;
};
