/**
 * What the time of a response shows of a key: unknown, revoked, expired and another partner's are looked up alike, and so is
 * what a partner does not own and what does not exist. A malformed key is refused before any look-up: its form is public.
 * How long the store takes to find nothing is not a time of this code (kept-reads.ts).
 */
import http from 'node:http';
import { KEYS } from '../support/world.ts';
import { importHandler, withEnvironment } from './bundles.ts';
import { type KeptReads, startKeptReads } from './kept-reads.ts';
import { authorizerEvent, compareCalls, keyOf } from './key-calls.ts';
import type { Part, Trial } from './part.ts';
import { type Random, randomAt } from './random.ts';
import { startRig } from './rig.ts';

/** Each key is tried once: no cache knows it. */
const SAMPLES = 800;

const KINDS = ['unknown', 'revoked', 'expired', 'foreign'] as const;
type Kind = (typeof KINDS)[number];

const recordsOf = (kind: Kind): object[] => {
  const state = { revoked: { revoked: true }, expired: { expiresAt: '2020-01-01T00:00:00Z' }, foreign: {} };
  if (kind === 'unknown') return [];
  return Array.from({ length: SAMPLES }, (_, index) => ({
    type: 'apiKey',
    partnerId: 'theirs',
    key: keyOf(kind, index),
    plan: 'enterprise',
    ...state[kind],
  }));
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

interface Sample {
  readonly kind: string;
  readonly milliseconds: number;
}

/** The largest difference between the medians of two kinds. */
const spreadOf = (samples: readonly Sample[]): number => {
  const groups = Map.groupBy(samples, ({ kind }) => kind).values();
  const medians = [...groups].map((group) => median(group.map(({ milliseconds }) => milliseconds)));
  return Math.max(...medians) - Math.min(...medians);
};

const shuffled = <T>(values: readonly T[], random: Random): T[] => {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
};

/** A difference that a network could show; one below is lost among its delays. */
const FLOOR_MILLISECONDS = 0.1;
const PERMUTATIONS = 500;

/** Whether the kinds differ by more than samples do whose kinds were dealt out by chance, and by more than the floor. */
const compare = (where: string, samples: readonly Sample[], random: Random) => {
  const spread = spreadOf(samples);
  const kinds = samples.map(({ kind }) => kind);
  const byChance = Array.from({ length: PERMUTATIONS }, () => {
    const dealt = shuffled(kinds, random);
    return spreadOf(samples.map(({ milliseconds }, index) => ({ kind: dealt[index]!, milliseconds })));
  }).toSorted((a, b) => a - b);
  const noise = byChance[Math.floor(PERMUTATIONS * 0.99)]!;
  const found = `${where}: medians ${(spread * 1000).toFixed(0)} \u00b5s apart, by chance up to ${(noise * 1000).toFixed(0)}`;
  return { found, failures: spread > noise && spread > FLOOR_MILLISECONDS ? [found] : [] };
};

/** Measures each case once, in random order, so that whatever else the machine does meets all kinds alike. */
const measure = async <C extends { readonly kind: string }>(
  cases: readonly C[],
  random: Random,
  run: (each: C) => Promise<unknown>,
): Promise<Sample[]> => {
  const samples: Sample[] = [];
  for (const each of shuffled(cases, random)) {
    const started = performance.now();
    await run(each);
    samples.push({ kind: each.kind, milliseconds: performance.now() - started });
  }
  // The first ones warm the machine up.
  return samples.slice(Math.floor(samples.length / 10));
};

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const get = (url: string, key: string): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      })
      .on('error', reject);
  });

const range = (from: number) => Array.from({ length: SAMPLES }, (_, index) => from + index);

const measureAll = async (trial: Trial) => {
  const others = range(70_000).map((businessNumber) => ({
    type: 'business',
    businessNumber,
    accountNumber: 200,
    business: {},
  }));
  let reads: KeptReads | undefined;
  const rig = await startRig(trial, {
    records: [...KINDS.flatMap(recordsOf), ...others],
    between: async (engine) => {
      reads = await startKeptReads(engine);
      return reads.endpoint;
    },
  });
  try {
    const environment = { TABLE_NAME: rig.table.name, DYNAMODB_ENDPOINT: reads?.endpoint };
    return await withEnvironment(environment, async () => {
      const keys = KINDS.flatMap((kind) => range(0).map((index) => ({ kind, key: keyOf(kind, index) })));
      const first = await importHandler(trial.assemblyDirectory, 'authorizer');
      for (const { key } of keys) await first(authorizerEvent(key), {});
      // Another instance, which remembers no key.
      const authorize = await importHandler(trial.assemblyDirectory, 'authorizer');
      const random = randomAt(trial.seed, 0);
      const atAuthorizer = await measure(keys, random, ({ key }) => authorize(authorizerEvent(key), {}));
      const links = (number: number, key: string) => get(`${rig.url}/v1/listing/${number}/maps-action-links`, key);
      // Through the gateway another partner's key goes on to the function: only refused ones end at the same place.
      const refused = keys.filter(({ kind }) => kind !== 'foreign');
      const overHttp = await measure(refused, random, ({ key }) => links(101, key));
      const numbers = [
        ...range(70_000).map((number) => ({ kind: 'foreign', number })),
        ...range(80_000).map((number) => ({ kind: 'unknown', number })),
      ];
      const locations = await measure(numbers, random, ({ number }) => links(number, KEYS.ours));
      return [
        compare('at the authorizer', atAuthorizer, random),
        compare('refused keys over HTTP', overHttp, random),
        compare('locations that are foreign or unknown, over HTTP', locations, random),
      ];
    });
  } finally {
    await rig.close();
    reads?.stop();
  }
};

export const keyTiming: Part = {
  name: 'key-timing',
  promise:
    'Response times don’t distinguish unknown, revoked, expired and other partners’ keys, or another partner’s resource from a missing one.',
  async run(trial) {
    const { count, failures } = await compareCalls(trial);
    const calls = `${count} questions by their calls to the table`;
    if (trial.size === 'short') return { tried: `${calls}.`, found: `${failures.length} differ.`, failures };
    const compared = await measureAll(trial);
    return {
      tried: `${calls}; ${SAMPLES} samples of each kind, caches cold, reads of the table answered from memory.`,
      found: `${failures.length} differ in calls; ${compared.map(({ found }) => found).join('; ')}.`,
      failures: [...failures, ...compared.flatMap((each) => each.failures)],
    };
  },
};
