/**
 * Events, by hand: `node test/bench/events.ts`, or with the parts to run: `latency`, `processors`, `isolation`. Prints the
 * tables for docs/speed.md. `SECONDS` (60) is how long each stretch of load lasts, `RATE` (50) its writes a second, 20 at
 * most next to bad receivers; `COUNT` (5,000) the events of each processor; `ROUNDS` (3) how often a stretch with bad
 * receivers stands next to one without.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../cdk/assembly.ts';
import { quantile } from '../trust/load-client.ts';
import { measureProcessors } from './events-processors.ts';
import { runStretch, type StretchResult } from './events-service.ts';
import { measured } from './statistics.ts';

const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const [seconds, rate] = [setting('SECONDS', 60), setting('RATE', 50)];
/** Receivers that are checked; of a hundred and two the last two are bad where some are. */
const GOOD = 100;

const directory = await mkdtemp(join(tmpdir(), 'bench-events-'));
const { directory: assembly } = await synthesize({ outdir: join(directory, 'assembly') });
/** What the machine does with ease: where it can't keep up, a queue is all that is measured. */
const EASY_RATE = 20;
const stretch = (more: Partial<Parameters<typeof runStretch>[0]>): Promise<StretchResult> =>
  runStretch({ directory, assembly, locations: GOOD + 2, rate, seconds, ...more });
const p = (values: readonly number[], share: number) => Math.round(quantile(values, share));

const parts: Readonly<Record<string, () => Promise<void>>> = {
  async latency() {
    const { latencies, due, writes } = await stretch({ locations: 50 });
    console.log(
      '\n| events a second | s | due | arrived | commit to receipt, p50 ms | p99 ms | slowest ms | a write, p50 ms |',
    );
    console.log('|---:|---:|---:|---:|---:|---:|---:|---:|');
    const figures = [rate, seconds, due, latencies.length, p(latencies, 0.5), p(latencies, 0.99), p(latencies, 1)];
    console.log(`| ${[...figures, p(writes, 0.5)].join(' | ')} |`);
  },
  async processors() {
    const { routed, delivered, moved } = await measureProcessors(assembly, setting('COUNT', 5000));
    console.log('\n| function, one sandbox, one batch at a time | events a second |');
    console.log('|---|---:|');
    console.log(`| route-events, batches of 50 | ${Math.round(routed)} |`);
    console.log(`| deliver-webhook, batches of 10 | ${Math.round(delivered)} |`);
    console.log(`| move-due | ${Math.round(moved)} |`);
  },
  async isolation() {
    const ratios: number[] = [];
    console.log(
      '\n| round | alone, p50 ms | p99 ms | next to a dead and a slow one, p50 ms | p99 ms | of the median alone |',
    );
    console.log('|---:|---:|---:|---:|---:|---:|');
    for (let round = 1; round <= setting('ROUNDS', 3); round++) {
      const bad = { dead: [GOOD], slow: [GOOD + 1] };
      // Each begins with a new service; which of the two is first alternates.
      const order = round % 2 === 1 ? [{}, bad] : [bad, {}];
      const found: StretchResult[] = [];
      for (const more of order) found.push(await stretch({ ...more, rate: Math.min(rate, EASY_RATE) }));
      const [alone, together] = (round % 2 === 1 ? found : found.toReversed()) as [StretchResult, StretchResult];
      for (const { due, latencies } of found)
        if (latencies.length < due) console.log(`${due - latencies.length} of ${due} events did not arrive in time`);
      const ratio = quantile(together.latencies, 0.5) / quantile(alone.latencies, 0.5);
      ratios.push(ratio);
      const figures = [alone, together].flatMap(({ latencies }) => [p(latencies, 0.5), p(latencies, 0.99)]);
      console.log(`| ${[round, ...figures, ratio.toFixed(2)].join(' | ')} |`);
    }
    console.log(`the median of the ratios: ${measured(ratios).median.toFixed(2)} (goal: at most 1.20)`);
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.keys(parts).includes(name));
try {
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  for (const [name, run] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await run();
} finally {
  await rm(directory, { recursive: true });
}
