/** From what the jobs of all variants took to the rows of the tables: medians, less an empty handler's where it says so. */
import type { Variant } from '../builds.ts';
import { type Cold, EMPTY, type Samples, type Taken, type Warm } from '../jobs.ts';
import { type Measured, measured } from '../statistics.ts';
import type { Row } from './results.ts';

interface Measurements {
  readonly cold: Readonly<Record<'update' | 'contact' | 'save' | 'search', Samples<Cold>>>;
  readonly warm: Readonly<
    Record<'update' | 'contact' | 'save' | 'search' | 'alike' | 'network' | 'engine', Samples<Warm>>
  >;
  readonly taken: ReadonlyMap<string, Taken>;
}

const of = <Each>(results: Samples<Each>, id: string, value: (each: Each) => number): Measured =>
  measured((results.get(id) ?? []).map(value));

const less = <Each>(results: Samples<Each>, id: string, value: (each: Each) => number): Measured => {
  const { median, spread } = of(results, id, value);
  return { median: median - of(results, EMPTY.id, value).median, spread };
};

const inProcess = ({ load, first }: Cold) => load + first;
const cpu = ({ cpu: spent }: Cold | Warm) => spent;
const p50 = (warm: Warm) => warm.p50;
const rss = (warm: Warm) => warm.rss;

export const rowsOf = (variants: readonly Variant[], { cold, warm, taken }: Measurements): Row[] =>
  variants.map(({ id, title, peer, bytes, gzip }) => ({
    id,
    title,
    peer: peer === true,
    bundle: { kilobytes: bytes / 1000, gzip: gzip / 1000 },
    cold: {
      total: less(cold.update, id, ({ at, began }) => at - began),
      load: of(cold.update, id, ({ load }) => load),
      first: of(cold.update, id, ({ first }) => first),
      inProcess: of(cold.update, id, inProcess),
      cpu: less(cold.update, id, cpu),
      contact: of(cold.contact, id, inProcess),
    },
    warm: {
      cpu: less(warm.update, id, cpu),
      p50: less(warm.update, id, p50),
      p99: of(warm.update, id, ({ p99 }) => p99),
      contactCpu: less(warm.contact, id, cpu),
      networkCpu: less(warm.network, id, cpu),
      networkP50: less(warm.network, id, p50),
      engineCpu: less(warm.engine, id, cpu),
      engineP50: less(warm.engine, id, p50),
      memory: of(warm.update, id, rss),
      memoryAlike: of(warm.alike, id, rss),
    },
    ...(cold.save.has(id) && {
      others: {
        saveCold: of(cold.save, id, inProcess),
        saveCpu: less(warm.save, id, cpu),
        searchCold: of(cold.search, id, inProcess),
        searchCpu: less(warm.search, id, cpu),
      },
    }),
    taken: taken.get(id)!,
  }));
