/**
 * `npm run bench`: how fast the functions start and answer, compared with others that do the same, and what they take from the table.
 * `npm run bench -- --against ../before` compares this checkout with another one; `npm run bench -- --short` takes about a minute and leaves the documents alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { measureAgainst } from './against.ts';
import { buildBoth, buildVariants } from './builds.ts';
import { checkAnswers } from './check.ts';
import { startTable, TABLE_NAME } from './engine.ts';
import { measureGrowth } from './growth.ts';
import { EMPTY, jobsIn } from './jobs.ts';
import { startStub } from './processes.ts';
import { writeDocuments } from './report/documents.ts';
import { goals } from './report/goals.ts';
import type { Results } from './report/results.ts';
import { rowsOf } from './report/rows.ts';
import { tables } from './report/tables.ts';
import { asAttributes, items } from './world/items.ts';

const here = import.meta.dirname;

interface Plan {
  readonly cold: number;
  readonly warm: number;
  readonly warmUp: number;
  readonly rounds: number;
  readonly engineRounds: number;
  readonly accountSizes: readonly number[];
  readonly growthRounds: number;
}
const FULL: Plan = {
  cold: 15,
  warm: 5,
  warmUp: 1000,
  rounds: 4000,
  engineRounds: 1500,
  accountSizes: [10, 100, 1000, 10_000, 100_000],
  growthRounds: 50,
};
const SHORT: Plan = {
  cold: 3,
  warm: 1,
  warmUp: 300,
  rounds: 800,
  engineRounds: 200,
  accountSizes: [10, 1000],
  growthRounds: 10,
};

/** The others that ours is compared with are packages of their own, which no one needs who only runs the service. */
const ensurePackages = (): void => {
  if (existsSync(join(here, 'node_modules'))) return;
  console.log('First use: installing what the benchmark compares with into test/bench/node_modules (npm ci) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      'The packages could not be installed. The benchmark needs the npm registry once: npm ci --prefix test/bench',
    );
    process.exit(1);
  }
};

const main = async (): Promise<void> => {
  const program = new Command('npm run bench --')
    .option('--short', 'a minute long; leaves the documents alone')
    .option(
      '--against <directory>',
      'only compares with another checkout of this project, whose dependencies are installed',
    )
    .option('--check', 'measures nothing: only that all variants give the same answers')
    .parse();
  const values: { readonly short?: boolean; readonly check?: boolean; readonly against?: string } = program.opts();
  const plan = values.short ? SHORT : FULL;
  if (values.against === undefined) ensurePackages();
  const began = performance.now();
  const say = (line: string) => console.log(`[${((performance.now() - began) / 1000).toFixed(0)} s] ${line}`);
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  Object.assign(process.env, {
    TABLE_NAME,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const attributes = items.map(asAttributes);
  if (values.against !== undefined) {
    const both = await buildBoth(directory, values.against);
    const stub = await startStub(directory, attributes);
    try {
      console.log((await measureAgainst(directory, stub.endpoint, both, attributes, plan)).join('\n'));
    } finally {
      await stub.stop();
      await rm(directory, { recursive: true, force: true });
    }
    return;
  }
  say('building the variants');
  const variants = await buildVariants(directory);
  const [ours] = variants;
  const stub = await startStub(directory, attributes);
  const engine = await startTable();
  try {
    await engine.write(items);
    say('checking that all give the same answers');
    const checked =
      (await checkAnswers(directory, stub.endpoint, variants)) +
      (await checkAnswers(directory, engine.endpoint, variants));
    say(`${checked} answers are alike`);
    if (values.check) return;

    const jobs = jobsIn(directory, [EMPTY, ...variants]);
    say('cold starts');
    const cold = {
      update: await jobs.cold('updateBusiness', stub.endpoint, plan.cold),
      contact: await jobs.cold('getContact', stub.endpoint, plan.cold),
      save: await jobs.cold('saveContact', stub.endpoint, plan.cold),
      search: await jobs.cold('searchBusinesses', stub.endpoint, plan.cold),
    };
    say('warm, the stub inside the process');
    const { warmUp } = plan;
    const inside = { endpoint: stub.endpoint, rounds: plan.rounds, warmUp, items: attributes };
    const atOnce = { operation: 'updateBusiness', ...inside } as const;
    const update = await jobs.warm({ ...atOnce, repeats: plan.warm });
    const few = { ...inside, repeats: Math.ceil(plan.warm / 3) };
    const contact = await jobs.warm({ ...few, operation: 'getContact' });
    const save = await jobs.warm({ ...few, operation: 'saveContact' });
    const search = await jobs.warm({ ...few, operation: 'searchBusinesses', rounds: Math.ceil(plan.rounds / 10) });
    say('memory, with the settings of ours for all');
    const set = [EMPTY, ...variants].map(({ id, files }) => ({
      id,
      files,
      ...(ours?.nodeOptions && { nodeOptions: ours.nodeOptions }),
    }));
    const alike = await jobsIn(directory, set).warm({ ...atOnce, repeats: 1 });
    say('warm, over HTTPS and on the embedded engine');
    const over = {
      operation: 'updateBusiness',
      rounds: plan.engineRounds,
      warmUp,
      repeats: Math.ceil(plan.warm / 2),
    } as const;
    const network = await jobs.warm({ ...over, endpoint: stub.endpoint });
    const onEngine = await jobs.warm({ ...over, endpoint: engine.endpoint });
    say('what a request takes from the table');
    const taken = await jobsIn(directory, variants).taken(engine.endpoint);

    say('growth');
    const growth = await measureGrowth(directory, engine, plan, say);
    const results: Results = {
      node: process.version,
      machine: `${cpus().length} processors (${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
      plan: values.short ? 'short' : 'full',
      rows: rowsOf(variants, {
        cold,
        warm: { update, contact, save, search, alike, network, engine: onEngine },
        taken,
      }),
      growth,
    };
    console.log(`\n${[...tables(results), goals(results)].join('\n\n')}`);
    const json = join(here, values.short ? 'results-short.json' : 'results.json');
    await writeFile(json, `${JSON.stringify(results, null, 2)}\n`);
    if (!values.short) await writeDocuments(results);
    say(values.short ? `the figures are in ${json}` : `the figures are in ${json}, docs/speed.md and docs/speed*.svg`);
  } finally {
    await engine.stop();
    await stub.stop();
    await rm(directory, { recursive: true, force: true });
  }
};

await main();
