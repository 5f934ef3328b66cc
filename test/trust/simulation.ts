/**
 * Simulation: many short schedules of writes over a simulated store, network and clock (test/simulation), each from its seed.
 * What a seed prints is run again with `SEED=<seed> SCHEDULES=1 npx vitest run test/simulation`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { builtinsPlugin } from '../../cdk/build/builtins.ts';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { validatorsPlugin } from '../../cdk/build/validators.ts';
import { operations } from '../../lib/operations.ts';
import type * as Run from '../simulation/run.ts';
import { seedsFrom } from '../simulation/seeds.ts';
import type { Findings, Part, Trial } from './part.ts';

const sizes = { short: 25, full: 100_000 } as const;
/** The seeds of `test/simulation`, which begin at 1, are others. */
const FIRST = 1_000_000;
const MOST_FAILURES = 5;

/** The schedules in a bundle, with the compiled schemas, which Node alone can't import. */
const importRun = async (directory: string): Promise<typeof Run> => {
  const outfile = join(directory, 'run.mjs');
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['test/simulation/run.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [builtinsPlugin(), validatorsPlugin(operations.map(({ id }) => id))],
    logLevel: 'error',
  });
  return import(/* @vite-ignore */ pathToFileURL(outfile).href);
};

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

const run = async ({ size, seed, say }: Trial): Promise<Findings> => {
  const directory = await mkdtemp(join(tmpdir(), 'simulation-'));
  try {
    const { runSeeds } = await importRun(directory);
    const first = FIRST + seed;
    const totals = await runSeeds(seedsFrom(first, sizes[size]), {
      most: MOST_FAILURES,
      say: (at) => (at - first + 1) % 10_000 === 0 && say(`${at - first + 1} schedules`),
    });
    const { schedules, requests, unanswered, unavailable, calls, tries, failures } = totals;
    return {
      tried: `${schedules} schedules from seed ${first}: ${requests} requests, ${calls} calls, ${tries} tries`,
      found: `${share(unavailable, requests)} of the requests were answered 503, ${share(unanswered, requests)} not at all; ${failures.length} histories that no order explains`,
      failures: failures.map(({ report }) => report),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

export const simulation: Part = {
  name: 'simulation',
  promise:
    'A write lands completely and once, or not at all, whatever is lost, late, repeated, stale, frozen or interrupted, and whatever clocks say',
  run,
};
