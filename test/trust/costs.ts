/**
 * The most costly legal request of each operation, in read and write units: every case of its contract in every way, on
 * records of the largest size, alone and against a client that is always faster. docs/costs.md has the table.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { demoKey, demoPartner } from '../../cdk/tools/local/demo.ts';
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
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
/** So many operations the short form asks, and of all their requests this share, beside those that the page names. */
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

/** What the page's table says of an operation; nothing is within what it does not say. */
const pageRow = (table: string, { summary }: Operation) => {
  const row = table.split('\n').find((line) => line.startsWith(`| ${summary} |`));
  const [, , reads, ofReads = '', writes, ofWrites = ''] = row?.split('|').map((cell) => cell.trim()) ?? [];
  return {
    row,
    reads: { units: Number(reads ?? Number.NaN), what: ofReads },
    writes: { units: Number(writes ?? Number.NaN), what: ofWrites },
  };
};

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

/** The requests of a run: in the short form those that the page names as the worst, and some that the seed chooses. */
const choiceOf = ({ size, seed }: Trial, table: string): ((operation: Operation, what: string) => boolean) => {
  if (size === 'full') return () => true;
  const random = randomAt(seed, 0);
  return (operation, what) => {
    const { reads, writes } = pageRow(table, operation);
    // Drawn in any case, so that the page does not change what the seed chooses.
    return random.chance(SHARE) || [reads.what, writes.what].includes(what);
  };
};

/** Measures each operation against bundles as they are deployed. */
const measureCosts = async (
  trial: Trial,
  table: string,
): Promise<{ readonly costs: Costs[]; readonly tried: number }> => {
  const isChosen = choiceOf(trial, table);
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

const START = '<!-- written by npm run test:trust -- costs: from here -->';
const END = '<!-- written by npm run test:trust -- costs: to here -->';
const page = join(projectRoot, 'docs', 'costs.md');

const rowOf = ({ operation, reads, writes }: Costs): string =>
  `| ${operation.summary} | ${reads.units} | ${reads.what} | ${writes.units} | ${writes.units === 0 ? '' : writes.what} |`;

/** The table of docs/costs.md. */
const tableOf = (costs: readonly Costs[]): string =>
  [
    '| operation | read units | of which request | write units | of which request |',
    '|---|---|---|---|---|',
    ...costs.map(rowOf),
  ].join('\n');

/** The page around its table. */
const readPage = async () => {
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${page} has lost the marks between which its table of costs stands`);
  return {
    before: text.slice(0, from + START.length),
    table: text.slice(from + START.length, to),
    after: text.slice(to),
  };
};

/** Operations that take more than the page says. */
const beyondPage = (table: string, { operation, reads, writes }: Costs): readonly string[] => {
  const { row, ...most } = pageRow(table, operation);
  const isWithin = reads.units <= most.reads.units && writes.units <= most.writes.units;
  if (isWithin || row === undefined) return [];
  return [
    `docs/costs.md says ${row} of ${operation.id}, which takes ${reads.units} read and ${writes.units} write units: npm run test:trust -- costs writes its table`,
  ];
};

/** Operations of which the page says nothing: those that are not asked too. */
const notOnPage = (table: string): readonly string[] =>
  operations
    .filter((operation) => pageRow(table, operation).row === undefined)
    .map(({ id }) => `docs/costs.md says nothing of what ${id} takes: npm run test:trust -- costs writes its table`);

export const costs: Part = {
  name: 'costs',
  promise: `No request takes ${MOST_UNITS} read or write units, on records of the largest size, whatever else is written at once.`,
  async run(trial) {
    const { before, table, after } = await readPage();
    const { costs: measured, tried } = await measureCosts(trial, table);
    if (trial.size === 'full') await writeFile(page, `${before}\n\n${tableOf(measured)}\n\n${after}`);
    const failures = measured.flatMap((each) => [
      ...[each.reads, each.writes]
        .filter(({ units }) => units >= MOST_UNITS)
        .map(({ units, what }) => `${each.operation.id}: ${units} units, ${what}`),
      ...(trial.size === 'short' ? beyondPage(table, each) : []),
    ]);
    if (trial.size === 'short') failures.push(...notOnPage(table));
    const most = (kind: 'reads' | 'writes') => Math.max(...measured.map((each) => each[kind].units));
    return {
      tried: `${tried} requests of ${measured.length} operations.`,
      found: `at most ${most('reads')} read units and ${most('writes')} write units.`,
      failures,
    };
  },
};
