/** Runs schedules one after the other. */
import { type Outcome, runSchedule, type Setting } from './schedule.ts';

export interface Totals {
  readonly schedules: number;
  readonly requests: number;
  readonly unanswered: number;
  readonly unavailable: number;
  /** Answered 409. */
  readonly conflicts: number;
  readonly calls: number;
  readonly tries: number;
  /** Seeds that broke a promise, with what they broke and how, step by step. */
  readonly failures: readonly { readonly seed: number; readonly report: string }[];
}

/** A schedule as a text: what is wrong, and every step in its order. */
const reportOf = (seed: number, { failure, trace }: Outcome): string =>
  [`seed ${seed}: ${failure ?? 'nothing is wrong when it runs again'}`, 'Step by step:', ...trace].join('\n');

export interface Options extends Omit<Setting, 'isTraced'> {
  /** Stops after so many that failed; 1 without it. */
  readonly most?: number;
  /** Called with each seed that has run. */
  readonly say?: (seed: number) => void;
}

/** Runs the schedules of these seeds. */
export const runSeeds = async (
  seeds: Iterable<number>,
  { most = 1, say = () => {}, ...setting }: Options = {},
): Promise<Totals> => {
  const totals = { schedules: 0, requests: 0, unanswered: 0, unavailable: 0, conflicts: 0, calls: 0, tries: 0 };
  const failures: { seed: number; report: string }[] = [];
  const { error: print } = console;
  const { stackTraceLimit } = Error;
  // What functions log of a store that fails is not news here, and stacks are half of the time that a schedule takes.
  console.error = () => {};
  Error.stackTraceLimit = 0;
  try {
    for (const seed of seeds) {
      const { failure, statuses, calls, tries } = await runSchedule(seed, setting);
      totals.schedules++;
      totals.requests += Object.values(statuses).reduce((sum, count) => sum + count, 0);
      totals.unanswered += statuses[0] ?? 0;
      totals.unavailable += statuses[503] ?? 0;
      totals.conflicts += statuses[409] ?? 0;
      totals.calls += calls;
      totals.tries += tries;
      if (failure !== undefined) {
        failures.push({ seed, report: reportOf(seed, await runSchedule(seed, { ...setting, isTraced: true })) });
        if (failures.length === most) break;
      }
      say(seed);
    }
  } finally {
    console.error = print;
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { ...totals, failures };
};
