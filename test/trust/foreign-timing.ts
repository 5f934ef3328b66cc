/**
 * What belongs to another partner and what is not there, distinguished by anything but the response: calls to the table, bytes moved
 * to and from it, units, and the time of one request, with records of the largest size.
 */

import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { operations } from '../../lib/operations.ts';
import { demoKey, demoPartner } from '../../tools/local/demo.ts';
import { runs } from '../support/chosen.ts';
import { type Handler, importHandler, withEnvironment } from './bundles.ts';
import { chosenOperations } from './chosen.ts';
import { startMeter } from './costs-meter.ts';
import { loadCostlyWorld } from './costs-world.ts';
import type { Part, Trial } from './part.ts';
import { type Random, randomAt } from './random.ts';
import { startStore } from './rig.ts';
import { eventOf } from './samples.ts';

const PAIRS = 2000;
const WARM_UP = 200;
const MOST_AUC = 0.55;

interface Question {
  readonly what: string;
  readonly operation: Operation;
  readonly foreign: SampleRequest;
  readonly absent: SampleRequest;
}

/** Of so many operations the short form asks them. */
const SHORT_OPERATIONS = runs(3, 5);

/** Every place of every operation that names a record; where it writes, under an idempotency key too. */
const all: readonly Question[] = operations.flatMap((operation) =>
  Object.entries(operation.cases.foreign).map(([place, { foreign, absent }]) => ({
    what: `${operation.id}: ${place}`,
    operation,
    foreign,
    absent,
  })),
);

const questionsOf = (trial: Trial): readonly Question[] => {
  const naming = operations.filter(({ cases }) => Object.keys(cases.foreign).length > 0);
  const chosen = chosenOperations(trial, 'foreign-timing', SHORT_OPERATIONS, naming);
  return all.filter(({ operation }) => chosen.includes(operation));
};

/** The request under a key of its own, as long as every other. */
const underKey = (sample: SampleRequest, index: number, question: number): SampleRequest => {
  const key = `foreign-${String(question).padStart(4, '0')}-${index}`;
  return { ...sample, parameters: { ...sample.parameters, 'Idempotency-Key': key } };
};

/** A message may name the number that was sent. */
const shown = (answer: unknown): string => JSON.stringify(answer).replace(/[0-9]{6,}/g, '#');

type Asked = (sample: SampleRequest) => Promise<unknown>;

/** What differs between a foreign record and none, next to time. */
const compareWork = async (
  question: Question,
  ask: Asked,
  meter: Awaited<ReturnType<typeof startMeter>>,
): Promise<string[]> => {
  const { what, operation, foreign, absent } = question;
  const inTurn = (sample: SampleRequest, index: number) => underKey(sample, index, all.indexOf(question));
  const failures: string[] = [];
  const ways: readonly (readonly [string, (sample: SampleRequest, index: number) => SampleRequest])[] = [
    ['', (sample) => sample],
    ...(operation.writes ? [[', Idempotency-Key', inTurn] as const] : []),
  ];
  for (const [name, way] of ways) {
    const workOf = async (sample: SampleRequest, index: number) => {
      let answer: unknown;
      const { calls, reads, writes, bytes } = await meter.during(async () => {
        answer = await ask(way(sample, index));
      });
      // What is asked for at the same time comes in any order.
      return { answer: shown(answer), calls: calls.toSorted(), reads, writes, bytes };
    };
    const theirs = JSON.stringify(await workOf(foreign, 1));
    const unknowns = JSON.stringify(await workOf(absent, 2));
    if (theirs !== unknowns) failures.push(`${what}${name}: ${theirs} and ${unknowns}`);
  }
  return failures;
};

/** How well a time distinguishes one group from the other: the chance that it is longer in the first, 0.5 for pure guessing. */
export const areaUnderCurve = (first: readonly number[], second: readonly number[]): number => {
  const all = [...first.map((time) => ({ time, isFirst: true })), ...second.map((time) => ({ time, isFirst: false }))];
  all.sort((a, b) => a.time - b.time);
  let rankSum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]!.time === all[from]!.time) to++;
    // Equal times share their ranks.
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) if (all[at]!.isFirst) rankSum += rank;
    from = to;
  }
  const area = (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
  // A guesser may turn the answer round.
  return Math.max(area, 1 - area);
};

const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

/** Both of each pair one after the other, in random order. */
const compareTimes = async ({ foreign, absent }: Question, ask: Asked, random: Random): Promise<number> => {
  const times = { foreign: [] as number[], absent: [] as number[] };
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const isFirst = random.chance(0.5);
    for (const side of isFirst ? (['foreign', 'absent'] as const) : (['absent', 'foreign'] as const)) {
      const time = await timeOf(() => ask(side === 'foreign' ? foreign : absent));
      if (pair >= 0) times[side].push(time);
    }
  }
  return areaUnderCurve(times.foreign, times.absent);
};

const asking = (handler: Handler, operation: Operation, key: string): Asked => {
  return (sample) => handler(eventOf(operation, sample, key), {});
};

const tryAll = async (trial: Trial) => {
  const rig = await startStore(trial);
  const meter = await startMeter(rig.endpoint);
  const random = randomAt(trial.seed, 0);
  const failures: string[] = [];
  const areas: { readonly what: string; readonly area: number }[] = [];
  try {
    // The times of a full run are of large records on both sides.
    const isTheirs = ({ pk }: Item) => !String(pk).startsWith(`P#${demoPartner}#`);
    await loadCostlyWorld(rig.table, demoPartner, {
      accounts: [],
      ...(trial.size === 'short' && { isLarge: isTheirs }),
    });
    const key = await demoKey();
    for (const question of questionsOf(trial)) {
      const { what, operation, absent } = question;
      const opened = async (endpoint: string, run: (ask: Asked) => Promise<void>) =>
        withEnvironment({ TABLE_NAME: rig.table.name, DYNAMODB_ENDPOINT: endpoint }, async () => {
          const ask = asking(await importHandler(trial.assemblyDirectory, operation.entry), operation, key);
          // The key is known from here on.
          await ask(absent);
          await run(ask);
        });
      await opened(meter.endpoint, async (ask) => {
        failures.push(...(await compareWork(question, ask, meter)));
      });
      if (trial.size === 'short') continue;
      await opened(rig.endpoint, async (ask) => {
        const area = await compareTimes(question, ask, random);
        areas.push({ what, area });
        trial.say(`${what}: AUC ${area.toFixed(3)}`);
        if (area >= MOST_AUC)
          failures.push(`${what}: the time of one request distinguishes them, AUC ${area.toFixed(3)}`);
      });
    }
  } finally {
    meter.stop();
    await rig.close();
  }
  return { failures, areas };
};

export const foreignTiming: Part = {
  name: 'foreign-timing',
  promise:
    'Another partner’s resource is indistinguishable from a missing one: in bytes, in table calls, bytes and units, and in time, with records of the largest size.',
  async run(trial) {
    const { failures, areas } = await tryAll(trial);
    const tried = `${questionsOf(trial).length} places that name a record`;
    if (trial.size === 'short') return { tried: `${tried}.`, found: `${failures.length} differ.`, failures };
    const worst = areas.toSorted((a, b) => b.area - a.area)[0];
    return {
      tried: `${tried}; ${PAIRS} pairs of requests each, in random order.`,
      found: `a guess by the time of one request is right at most with an AUC of ${worst?.area.toFixed(3)} (${worst?.what}), where 0.5 is chance; ${failures.length} failures.`,
      failures,
    };
  },
};
