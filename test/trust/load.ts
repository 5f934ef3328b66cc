/** Load: the rate that the machine holds, for long; and how that compares with a handler that does next to nothing. */
import { rm } from 'node:fs/promises';
import { operations } from '../../lib/operations.ts';
import { demoKey, demoPartner } from '../../tools/local/demo.ts';
import { demoRecords } from '../support/demo-items.ts';
import { chosenOperations } from './chosen.ts';
import { bareAssembly, bareOperations } from './load-bare.ts';
import {
  createLoadClient,
  exampleRequests,
  type LoadClient,
  planLimit,
  quantile,
  type Stretch,
  throughput,
} from './load-client.ts';
import { checkMemory } from './memory.ts';
import type { Findings, Part, Trial } from './part.ts';
import type { SentRequest } from './samples.ts';
import { type ServiceChild, startServiceChild, type Usage } from './service-child.ts';

const BOUNDED_KEY = 'load-key-of-the-bounded-client-01';
/** Of what the machine can do, the bounded client's requests among it. */
const SHARE_HELD = 0.8;
const SLICE_CLIENTS = 8;

const MINUTE = 60_000;
/**
 * `slices`: how often ours is compared with the bare handler: not at all where nothing is made of the figures.
 * `plan`, `excess`: of the bounded client, and how many times the rate of its plan it asks. In a short run a small plan has most
 * of what it asks for refused.
 */
const sizes = {
  short: { rampSeconds: 0, hold: 1200, sampleEvery: 150, slices: 0, slice: 0, plan: 'trial', excess: 10 },
  full: {
    rampSeconds: 5,
    hold: 10 * MINUTE,
    sampleEvery: 10_000,
    slices: 12,
    slice: 5000,
    plan: 'standard',
    excess: 1.3,
  },
} as const;
/** So many operations are asked in a short run. */
const SHORT_OPERATIONS = 5;
/** Where nothing was measured before: little for any machine. */
const SHORT_RATE = 50;

/** The plan that lets all through (trust.ts) has no bulk updates. */
const NOT_IN_PLAN = 'startBulkUpdate';

const tableName = 'load';

const loadedRecords = async (plan: string): Promise<unknown[]> => [
  ...(await demoRecords()),
  { type: 'apiKey', partnerId: demoPartner, key: BOUNDED_KEY, plan },
];

const MOST_CLIENTS = 64;
/** So many times as long as a step of the ramp. */
const WARM_UPS = 6;

/** The most that is answered in a second, with as many clients as that takes, once the functions have their workers. */
const ramp = async (client: LoadClient, requests: readonly SentRequest[], seconds: number, trial: Trial) => {
  let best = 0;
  await client.atOnce(requests, MOST_CLIENTS, WARM_UPS * seconds * 1000);
  for (let clients = 1; clients <= MOST_CLIENTS; clients *= 2) {
    const reached = throughput(await client.atOnce(requests, clients, seconds * 1000));
    trial.say(`${clients} clients: ${Math.round(reached)} requests a second`);
    best = Math.max(best, reached);
  }
  return best;
};

const sampleUsage = async (service: ServiceChild, every: number, milliseconds: number): Promise<Usage[]> => {
  const samples: Usage[] = [];
  for (const started = performance.now(); performance.now() - started < milliseconds; ) {
    samples.push(await service.usage());
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return samples;
};

const counted = ({ statuses }: Stretch): string =>
  [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');

const failureOf = (stretch: Stretch, what: string): string =>
  `${what}: ${[counted(stretch), ...stretch.odd].join('; ').slice(0, 1000)}`;

const onlyStatus = (stretch: Stretch, what: string): string[] =>
  stretch.statuses.size === 1 && stretch.statuses.has(200) ? [] : [failureOf(stretch, what)];

/**
 * Whether a bounded client got what its plan allows. Its bucket is filled until the last answer; and what was not asked for
 * in time, as answers were slow, is no token lost of a bucket that is full.
 */
const checkBounded = (stretch: Stretch, { rate, burst }: { rate: number; burst: number }): string[] => {
  const { latencies, statuses, milliseconds } = stretch;
  const accepted = latencies.length - (statuses.get(429) ?? 0);
  const slowest = quantile(latencies, 1);
  const most = burst + (rate * milliseconds) / 1000 + 1;
  const least = Math.min(latencies.length, burst + (rate * (milliseconds - 2 * slowest)) / 1000 - 1);
  const others = [...statuses.keys()].filter((status) => status !== 200 && status !== 429);
  return [
    ...(others.length === 0 ? [] : [failureOf(stretch, 'the bounded client')]),
    ...(accepted >= least && accepted <= most
      ? []
      : [`the bounded client was let through ${accepted} times; due were ${Math.round(least)} to ${Math.round(most)}`]),
  ];
};

/** Ours and the bare handler in turn; each of its slices stands next to one of ours. */
const compare = async (
  ours: LoadClient,
  bare: LoadClient,
  { key, slices, milliseconds }: { key: string; slices: number; milliseconds: number },
) => {
  const requests = bareOperations.flatMap((operation) => exampleRequests(operation, key));
  const failures: string[] = [];
  const ratios = { p50: [] as number[], p99: [] as number[], throughput: [] as number[] };
  for (const client of [ours, bare]) await client.atOnce(requests, SLICE_CLIENTS, milliseconds);
  for (let slice = 0; slice < slices; slice++) {
    const mine = await ours.atOnce(requests, SLICE_CLIENTS, milliseconds);
    const its = await bare.atOnce(requests, SLICE_CLIENTS, milliseconds);
    failures.push(...onlyStatus(mine, 'a slice'), ...onlyStatus(its, 'a slice of the bare handler'));
    ratios.p50.push(quantile(mine.latencies, 0.5) / quantile(its.latencies, 0.5));
    ratios.p99.push(quantile(mine.latencies, 0.99) / quantile(its.latencies, 0.99));
    ratios.throughput.push(throughput(mine) / throughput(its));
  }
  const median = (values: readonly number[]) => quantile(values, 0.5).toFixed(2);
  return {
    failures,
    text: `p50 ${median(ratios.p50)}, p99 ${median(ratios.p99)}, throughput ${median(ratios.throughput)} times the bare handler's`,
  };
};

const run = async (trial: Trial): Promise<Findings> => {
  const { rampSeconds, hold, sampleEvery, slices, slice, plan, excess } = sizes[trial.size];
  const { assemblyDirectory } = trial;
  const records = await loadedRecords(plan);
  const key = await demoKey();
  const limit = await planLimit(assemblyDirectory, plan);
  const bareDirectory = slices > 0 ? bareAssembly(assemblyDirectory) : undefined;
  const children: ServiceChild[] = [];
  const clients: LoadClient[] = [];
  const start = async (options: Parameters<typeof startServiceChild>[0]) => {
    const child = await startServiceChild(options);
    const client = createLoadClient(child.url);
    children.unshift(child);
    clients.push(client);
    return { child, client };
  };
  try {
    const { child, client } = await start({ assemblyDirectory, tableName, records, withItems: true });
    const bare =
      bareDirectory &&
      (await start({ assemblyDirectory: await bareDirectory, tableName, records, endpoint: child.endpoint }));
    const requests = chosenOperations(trial, 'load', SHORT_OPERATIONS)
      .filter(({ id }) => id !== NOT_IN_PLAN)
      .flatMap((each) => exampleRequests(each, key));
    const boundedRequests = exampleRequests(operations.find(({ id }) => id === 'getMenuDetails')!, BOUNDED_KEY);
    // Every function is loaded, and what it keeps is there.
    await client.atOnce(requests, 2, 500);
    const boundedRate = limit.rate * excess;
    const rate =
      rampSeconds > 0 ? (await ramp(client, requests, rampSeconds, trial)) * SHARE_HELD - boundedRate : SHORT_RATE;
    if (rate <= 0) throw new Error('The machine is too slow: the bounded client alone takes what it does');
    trial.say(`holding ${Math.round(rate)} requests a second`);
    const before = await child.usage();
    const [held, bounded, samples] = await Promise.all([
      client.atRate(requests, rate, hold),
      client.atRate(boundedRequests, boundedRate, hold),
      sampleUsage(child, sampleEvery, hold),
    ]);
    const memory = checkMemory(samples.map(({ residentBytes }) => residentBytes));
    const processor = (samples.at(-1)!.processorMilliseconds - before.processorMilliseconds) / held.latencies.length;
    const compared = bare && (await compare(client, bare.client, { key, slices, milliseconds: slice }));
    return {
      tried: `${held.latencies.length} requests of all operations in ${Math.round(held.milliseconds / 1000)} s, ${Math.round(rate)} a second; ${bounded.latencies.length} of a client on ${plan}${rampSeconds > 0 ? `; together ${SHARE_HELD * 100} % of what the machine does` : ''}`,
      found: `${counted(held)}; the bounded client ${counted(bounded)}; p50 ${quantile(held.latencies, 0.5).toFixed(1)} ms, p99 ${quantile(held.latencies, 0.99).toFixed(1)} ms; ${memory.found}; ${processor.toFixed(1)} ms of processor a request${compared ? `; ${compared.text}` : ''}`,
      failures: [
        ...onlyStatus(held, 'under load'),
        ...checkBounded(bounded, limit),
        ...(compared?.failures ?? []),
        ...(trial.size === 'full' ? memory.failures : []),
      ],
    };
  } finally {
    for (const each of clients) each.close();
    for (const each of children) await each.close();
    if (bareDirectory) await rm(await bareDirectory, { recursive: true, force: true });
  }
};

export const load: Part = {
  name: 'load',
  promise: 'Ten minutes of load cause no error except expected 429s, and memory stays flat',
  run,
};
