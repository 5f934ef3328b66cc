/** The figures of a run, as `results.json` holds them. */
import type { Growth } from '../growth.ts';
import type { Taken } from '../jobs.ts';
import type { Measured } from '../statistics.ts';

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly peer: boolean;
  readonly bundle: { readonly kilobytes: number; readonly gzip: number };
  /** Milliseconds; `total` from the process's start and `cpu` are less those of an empty handler. */
  readonly cold: Readonly<Record<'total' | 'load' | 'first' | 'inProcess' | 'cpu' | 'contact', Measured>>;
  /** Microseconds less those of an empty handler; `memory` in MB, `memoryAlike` with the settings of V8 that ours has. */
  readonly warm: Readonly<
    Record<
      | 'cpu'
      | 'p50'
      | 'p99'
      | 'contactCpu'
      | 'networkCpu'
      | 'networkP50'
      | 'engineCpu'
      | 'engineP50'
      | 'memory'
      | 'memoryAlike',
      Measured
    >
  >;
  /** Save contact and search businesses, which only ours and the bare handler have: milliseconds, and microseconds. */
  readonly others?: Readonly<Record<'saveCold' | 'saveCpu' | 'searchCold' | 'searchCpu', Measured>>;
  readonly taken: Taken;
}

/** The first row is ours. */
export interface Results {
  readonly node: string;
  readonly machine: string;
  readonly plan: 'full' | 'short';
  readonly rows: readonly Row[];
  readonly growth: readonly Growth[];
}
