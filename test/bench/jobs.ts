/** What is measured of a variant: fresh processes that start, answer in a loop, and take from the table. */
import type { Operation, Variant } from './builds.ts';
import { startCounter } from './engine.ts';
import { runJob } from './processes.ts';
import { alternating, measured } from './statistics.ts';
import { body, otherBody } from './world/body.ts';
import { visitor } from './world/cases.ts';
import { contactEvent, saveEvent, searchEvent, updateEvent } from './world/events.ts';
import { SEARCHED } from './world/items.ts';

export interface Cold {
  readonly status: number;
  readonly at: number;
  readonly began: number;
  readonly load: number;
  readonly first: number;
  readonly cpu: number;
  readonly rss: number;
}
export interface Warm {
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
  readonly rss: number;
}
export interface Taken {
  readonly calls: number;
  readonly units: number;
  readonly kilobytes: number;
}

/** How often it is measured what a request takes. */
const TAKEN_ROUNDS = 3;

export type Measurable = Pick<Variant, 'id' | 'files' | 'nodeOptions'>;
/** By the variant's id. */
export type Samples<Result> = Map<string, Result[]>;

/** A handler that answers at once: what it takes is the harness's. */
export const EMPTY: Measurable = {
  id: 'empty',
  files: { updateBusiness: 'none', getContact: 'none', saveContact: 'none', searchBusinesses: 'none' },
};

/** In turn: each write changes something. A contact is asked for by its id, which takes one call. */
const events: Readonly<Record<Operation, readonly string[]>> = {
  updateBusiness: [body, otherBody].map((each) => JSON.stringify(updateEvent(each))),
  getContact: [JSON.stringify(contactEvent({ id: 1 }))],
  saveContact: ['Ada', 'Ida'].map((firstName) => JSON.stringify(saveEvent({ ...visitor, firstName }))),
  searchBusinesses: [{}, { searchStr: 'saint', sortBy: 'name', sortOrder: 'ASC' }].map((search) =>
    JSON.stringify(searchEvent(search, String(SEARCHED.accountNumber))),
  ),
};

/** Runs a job for each variant that has the operation, alternating, and gathers the results by variant. */
const gather = async <Result>(
  variants: readonly Measurable[],
  operation: Operation,
  rounds: number,
  run: (variant: Measurable) => Promise<Result>,
): Promise<Samples<Result>> => {
  const results: Samples<Result> = new Map();
  const having = variants.filter(({ files }) => files[operation]);
  for (const variant of alternating(having, rounds)) {
    results.set(variant.id, [...(results.get(variant.id) ?? []), await run(variant)]);
  }
  return results;
};

export interface WarmPlan {
  readonly operation: Operation;
  readonly endpoint: string;
  /** Requests that are measured in each process, and before them as many at most that are not. */
  readonly rounds: number;
  readonly warmUp: number;
  /** Processes of each variant. */
  readonly repeats: number;
  /** DynamoDB's items where the stub answers inside the process. */
  readonly items?: readonly unknown[];
}

/** @param directory - for the jobs' files */
export const jobsIn = (directory: string, variants: readonly Measurable[]) => ({
  cold: (operation: Operation, endpoint: string, rounds: number): Promise<Samples<Cold>> =>
    gather(variants, operation, rounds, ({ files, nodeOptions }) =>
      runJob<Cold>(directory, endpoint, {
        mode: 'cold',
        file: files[operation],
        events: events[operation],
        nodeOptions,
      }),
    ),

  warm: ({ operation, endpoint, rounds, warmUp, repeats, items }: WarmPlan): Promise<Samples<Warm>> =>
    gather(variants, operation, repeats, ({ files, nodeOptions }) =>
      runJob<Warm>(directory, endpoint, {
        mode: 'warm',
        file: files[operation],
        events: events[operation],
        nodeOptions,
        rounds,
        warmUp: Math.min(warmUp, rounds),
        ...(items && { items }),
      }),
    ),

  /** What a request of update business takes from the table, the key being known. */
  async taken(endpoint: string): Promise<Map<string, Taken>> {
    const counter = await startCounter(endpoint);
    const taken = new Map<string, Taken>();
    const [one, other] = events.updateBusiness;
    for (const { id, files } of variants) {
      const ask = async (...asked: readonly (string | undefined)[]) => {
        counter.take();
        await runJob(directory, counter.endpoint, { mode: 'answers', file: files.updateBusiness, events: asked });
        return counter.take();
      };
      // Afterwards the record is as the last event made it: every update below changes it.
      await ask(one, other);
      const differences: Taken[] = [];
      // One run may have a further try in it, as where the clock was set back between two processes: the median has none.
      for (let round = 0; round < TAKEN_ROUNDS; round++) {
        const twice = await ask(one, other);
        const thrice = await ask(one, other, one);
        await ask(other);
        differences.push({
          calls: thrice.calls.length - twice.calls.length,
          units: thrice.units - twice.units,
          kilobytes: (thrice.bytes - twice.bytes) / 1000,
        });
      }
      const medianOf = (figure: keyof Taken) => measured(differences.map((each) => each[figure])).median;
      taken.set(id, { calls: medianOf('calls'), units: medianOf('units'), kilobytes: medianOf('kilobytes') });
    }
    counter.stop();
    return taken;
  },
});
