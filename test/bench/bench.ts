/**
 * `npm run bench`: how fast the functions start and answer beside others that do the same, and what they take from the table.
 * `npm run bench -- --short` takes under a minute and leaves the documents alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildVariants, type Variant } from './builds.ts';
import { checkAnswers } from './check.ts';
import { startCounter, startTable, TABLE_NAME } from './engine.ts';
import { measureGrowth } from './growth.ts';
import { runJob, startStub } from './processes.ts';
import { type Results, type Row, table as textTable, writeDocuments } from './report.ts';
import { alternating, measured } from './statistics.ts';
import { asAttributes, contactEvent, items, updateEvent } from './world.ts';

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

/** The others that ours is compared with are packages of their own, which nobody needs who only runs the service. */
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

interface Cold {
  readonly status: number;
  readonly at: number;
  readonly began: number;
  readonly load: number;
  readonly first: number;
  readonly cpu: number;
  readonly rss: number;
}
interface Warm {
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
  readonly rss: number;
}

const EMPTY = { id: 'empty', files: { updateBusiness: 'none', getContact: 'none' } } as const;
type Measurable = Pick<Variant, 'id' | 'files' | 'nodeOptions'>;

/** Runs a job for each variant, alternating, and gathers the results by variant. */
const gather = async <Result>(
  variants: readonly Measurable[],
  rounds: number,
  run: (variant: Measurable) => Promise<Result>,
): Promise<Map<string, Result[]>> => {
  const results = new Map<string, Result[]>();
  for (const variant of alternating(variants, rounds)) {
    results.set(variant.id, [...(results.get(variant.id) ?? []), await run(variant)]);
  }
  return results;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
  const plan = values.short ? SHORT : FULL;
  ensurePackages();
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
  say('building the variants');
  const variants = await buildVariants(directory);
  const stub = await startStub(directory, attributes);
  const engine = await startTable();
  try {
    await engine.write(items);
    say('checking that all give the same answers');
    const checked =
      (await checkAnswers(directory, stub.endpoint, variants)) +
      (await checkAnswers(directory, engine.endpoint, variants));
    say(`${checked} answers are alike`);

    const measurable: readonly Measurable[] = [EMPTY, ...variants];
    const events = {
      updateBusiness: JSON.stringify(updateEvent()),
      getContact: JSON.stringify(contactEvent({ email: 'contact-1@mail.example' })),
    };
    const cold = (operation: keyof typeof events, rounds: number) =>
      gather(measurable, rounds, ({ files, nodeOptions }) =>
        runJob<Cold>(directory, stub.endpoint, {
          mode: 'cold',
          file: files[operation],
          event: events[operation],
          nodeOptions,
        }),
      );
    const warm = (
      operation: keyof typeof events,
      endpoint: string,
      rounds: number,
      repeats: number,
      inside: boolean,
      alike?: readonly Measurable[],
    ) =>
      gather(alike ?? measurable, repeats, ({ files, nodeOptions }) =>
        runJob<Warm>(directory, endpoint, {
          mode: 'warm',
          file: files[operation],
          event: events[operation],
          nodeOptions,
          rounds,
          warmUp: Math.min(plan.warmUp, rounds),
          ...(inside && { items: attributes }),
        }),
      );

    say('cold starts');
    const coldUpdate = await cold('updateBusiness', plan.cold);
    const coldContact = await cold('getContact', Math.ceil(plan.cold / 3));
    say('warm, the stub inside the process');
    const warmUpdate = await warm('updateBusiness', stub.endpoint, plan.rounds, plan.warm, true);
    const warmContact = await warm('getContact', stub.endpoint, plan.rounds, Math.ceil(plan.warm / 3), true);
    say('memory, with the settings of ours for all');
    const { nodeOptions } = variants[0]!;
    const setAlike = measurable.map(({ id, files }) => ({ id, files, ...(nodeOptions && { nodeOptions }) }));
    const warmAlike = await warm('updateBusiness', stub.endpoint, plan.rounds, 1, true, setAlike);
    say('warm, over HTTPS and on the embedded engine');
    const warmNetwork = await warm('updateBusiness', stub.endpoint, plan.engineRounds, Math.ceil(plan.warm / 2), false);
    const warmEngine = await warm(
      'updateBusiness',
      engine.endpoint,
      plan.engineRounds,
      Math.ceil(plan.warm / 2),
      false,
    );

    say('what a request takes from the table');
    const counter = await startCounter(engine.endpoint);
    const taken = new Map<string, Row['taken']>();
    for (const { id, files } of variants) {
      const ask = async (repeats: number) => {
        counter.take();
        await runJob(directory, counter.endpoint, {
          mode: 'answers',
          file: files.updateBusiness,
          events: Array(repeats).fill(events.updateBusiness),
        });
        return counter.take();
      };
      const [once, twice] = [await ask(1), await ask(2)];
      taken.set(id, {
        calls: twice.calls.length - once.calls.length,
        units: twice.units - once.units,
        kilobytes: (twice.bytes - once.bytes) / 1000,
      });
    }
    counter.stop();

    const of = <Each>(results: Map<string, Each[]>, id: string, value: (each: Each) => number) =>
      measured((results.get(id) ?? []).map(value));
    const empty = <Each>(results: Map<string, Each[]>, value: (each: Each) => number) =>
      of(results, EMPTY.id, value).median;
    const less = <Each>(results: Map<string, Each[]>, id: string, value: (each: Each) => number) => {
      const { median, spread } = of(results, id, value);
      return { median: median - empty(results, value), spread };
    };
    const rows: Row[] = variants.map(({ id, title, peer, bytes, gzip }) => ({
      id,
      title,
      peer: peer === true,
      bundle: { kilobytes: bytes / 1000, gzip: gzip / 1000 },
      cold: {
        total: less(coldUpdate, id, ({ at, began: started }) => at - started),
        load: of(coldUpdate, id, ({ load }) => load),
        first: of(coldUpdate, id, ({ first }) => first),
        inProcess: of(coldUpdate, id, ({ load, first }) => load + first),
        cpu: less(coldUpdate, id, ({ cpu }) => cpu),
        contact: of(coldContact, id, ({ load, first }) => load + first),
      },
      warm: {
        cpu: less(warmUpdate, id, ({ cpu }) => cpu),
        p50: less(warmUpdate, id, ({ p50 }) => p50),
        p99: of(warmUpdate, id, ({ p99 }) => p99),
        contactCpu: less(warmContact, id, ({ cpu }) => cpu),
        networkCpu: less(warmNetwork, id, ({ cpu }) => cpu),
        networkP50: less(warmNetwork, id, ({ p50 }) => p50),
        engineCpu: less(warmEngine, id, ({ cpu }) => cpu),
        engineP50: less(warmEngine, id, ({ p50 }) => p50),
        memory: of(warmUpdate, id, ({ rss }) => rss),
        memoryAlike: of(warmAlike, id, ({ rss }) => rss),
      },
      taken: taken.get(id)!,
    }));

    say('growth');
    const growth = await measureGrowth(
      {
        'update-business': variants[0]!.files.updateBusiness,
        'get-contact': variants[0]!.files.getContact,
        'get-menu-details': join(directory, 'ours/get-menu-details/index.mjs'),
      },
      engine,
      { accountSizes: plan.accountSizes, rounds: plan.growthRounds },
      say,
    );
    const results: Results = {
      node: process.version,
      machine: `${cpus().length} processors (${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
      plan: values.short ? 'short' : 'full',
      rows,
      growth,
    };
    console.log(`\n${textTable(results)}`);
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
