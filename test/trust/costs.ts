/**
 * The most costly legal request of each operation, in read and write units: every case of its contract in every way, on
 * records of the largest size, alone and against a client that is always faster. `most-expensive.json` keeps what was found.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { demoKey, demoPartner } from '../../tools/local/demo.ts';
import { runs } from '../support/chosen.ts';
import { importHandler, withEnvironment } from './bundles.ts';
import { chosenOperations } from './chosen.ts';
import { startMeter, type Taken } from './costs-meter.ts';
import { samplesOf, waysOf } from './costs-samples.ts';
import { LARGE, loadCostlyWorld } from './costs-world.ts';
import type { Part, Trial } from './part.ts';
import { randomAt } from './random.ts';
import { startStore } from './rig.ts';
import { eventOf } from './samples.ts';

const MOST_UNITS = 1000;
/** Looking up the key, where a function does not remember it. */
const KEY_UNITS = 0.5;
/** So many operations the short form asks, and of all their requests this share, next to those that were the worst. */
const SHORT_OPERATIONS = runs(3, 5);
const SHARE = 0.03;

interface Worst {
  readonly what: string;
  readonly units: number;
}
export interface Costs {
  readonly operation: Operation;
  readonly reads: Worst;
  readonly writes: Worst;
}

const more = (a: Worst, b: Worst): Worst => (b.units > a.units ? b : a);

/** The most that each operation took in the last complete run, by its id. */
type Kept = Readonly<Record<string, { readonly reads: Worst; readonly writes: Worst }>>;

type Ask = (sample: SampleRequest, headers: Readonly<Record<string, string>>) => Promise<unknown>;

const withHeaders = (event: object, headers: Readonly<Record<string, string>>): object => ({
  ...event,
  headers: { ...(event as { headers: object }).headers, ...headers },
});

/** The worst that the cases of an operation take. */
const measure = async (
  operation: Operation,
  ask: Ask,
  meter: Awaited<ReturnType<typeof startMeter>>,
  restore: (keys: Taken['keys']) => Promise<void>,
  isChosen: (what: string) => boolean,
): Promise<Costs & { readonly tried: number }> => {
  const none = { what: 'none', units: 0 };
  let worst = { reads: none, writes: none };
  let tried = 0;
  for (const { name, sample } of samplesOf(operation)) {
    for (const way of waysOf(operation, tried)) {
      const what = way.name === '' ? name : `${name}, ${way.name}`;
      if (!isChosen(what)) continue;
      const parameters = { ...sample.parameters, ...way.parameters };
      const before = way.again ? await meter.during(() => ask(sample, {})) : undefined;
      const { reads, writes, keys } = await meter.during(
        () => ask({ ...sample, parameters }, way.headers),
        way.contends,
      );
      worst = {
        reads: more(worst.reads, { what, units: reads + KEY_UNITS }),
        writes: more(worst.writes, { what, units: writes }),
      };
      await restore([...keys, ...(before?.keys ?? [])]);
      tried++;
    }
  }
  return { operation, ...worst, tried };
};

/** The requests of a run: in the short form those that were the worst, and some that the seed chooses. */
const choiceOf = ({ size, seed }: Trial, kept: Kept): ((operation: Operation, what: string) => boolean) => {
  if (size === 'full') return () => true;
  const random = randomAt(seed, 0);
  return (operation, what) => {
    const { reads, writes } = kept[operation.id] ?? {};
    // Drawn in any case, so that the kept results do not change what the seed chooses.
    return random.chance(SHARE) || [reads?.what, writes?.what].includes(what);
  };
};

/** Measures each operation against bundles as they are deployed. */
const measureCosts = async (trial: Trial, kept: Kept): Promise<{ readonly costs: Costs[]; readonly tried: number }> => {
  const isChosen = choiceOf(trial, kept);
  const rig = await startStore(trial);
  const meter = await startMeter(rig.endpoint);
  const costs: Costs[] = [];
  let tried = 0;
  try {
    const accounts = trial.size === 'short' ? [LARGE.menus] : Object.values(LARGE);
    const restore = await loadCostlyWorld(rig.table, demoPartner, { accounts });
    const key = await demoKey();
    await withEnvironment({ TABLE_NAME: rig.table.name, DYNAMODB_ENDPOINT: meter.endpoint }, async () => {
      for (const operation of chosenOperations(trial, 'costs', SHORT_OPERATIONS)) {
        const handler = await importHandler(trial.assemblyDirectory, operation.entry);
        const ask: Ask = (sample, headers) => handler(withHeaders(eventOf(operation, sample, key), headers), {});
        // The key is known from here on; what the request did is not.
        const { keys } = await meter.during(() => ask(operation.cases.examples[0], {}));
        await restore(keys);
        const measured = await measure(operation, ask, meter, restore, (what) => isChosen(operation, what));
        tried += measured.tried;
        costs.push(measured);
        trial.say(`${operation.id}: ${measured.reads.units} read, ${measured.writes.units} write units`);
      }
    });
  } finally {
    meter.stop();
    await rig.close();
  }
  return { costs, tried };
};

const file = join(import.meta.dirname, 'most-expensive.json');

const keptOf = (costs: readonly Costs[]): Kept =>
  Object.fromEntries(costs.map(({ operation, reads, writes }) => [operation.id, { reads, writes }]));

/** Operations that take more than is kept. */
const beyondKept = (kept: Kept, { operation, reads, writes }: Costs): readonly string[] => {
  const most = kept[operation.id];
  if (!most || (reads.units <= most.reads.units && writes.units <= most.writes.units)) return [];
  return [
    `${operation.id} takes ${reads.units} read and ${writes.units} write units, test/trust/most-expensive.json has ${most.reads.units} and ${most.writes.units}: run npm run test:trust -- costs`,
  ];
};

/** Operations that were never measured. */
const notKept = (kept: Kept): readonly string[] =>
  operations
    .filter(({ id }) => kept[id] === undefined)
    .map(({ id }) => `test/trust/most-expensive.json does not have ${id}: run npm run test:trust -- costs`);

export const costs: Part = {
  name: 'costs',
  promise: `No request takes ${MOST_UNITS} read or write units, on records of the largest size, with any concurrent writes.`,
  async run(trial) {
    const kept: Kept = JSON.parse(await readFile(file, 'utf8'));
    const { costs: measured, tried } = await measureCosts(trial, kept);
    if (trial.size === 'full') await writeFile(file, `${JSON.stringify(keptOf(measured), undefined, 2)}\n`);
    const failures = measured.flatMap((each) => [
      ...[each.reads, each.writes]
        .filter(({ units }) => units >= MOST_UNITS)
        .map(({ units, what }) => `${each.operation.id}: ${units} units, ${what}`),
      ...(trial.size === 'short' ? beyondKept(kept, each) : []),
    ]);
    if (trial.size === 'short') failures.push(...notKept(kept));
    const most = (kind: 'reads' | 'writes') => Math.max(...measured.map((each) => each[kind].units));
    return {
      tried: `${tried} requests of ${measured.length} operations.`,
      found: `at most ${most('reads')} read units and ${most('writes')} write units.`,
      failures,
    };
  },
};
