/**
 * The promise of "once": whatever is lost, late or repeated, every history of one record is linearizable. A failing seed
 * prints its schedule; `SCHEDULES=100000 npx vitest run test/simulation` runs as many (docs/trust.md).
 */
import { describe, expect, it, vi } from 'vitest';
import { isLinearizable } from './linearizable.ts';
import { runSchedule } from './schedule.ts';
import { type Faults, noFaults } from './world.ts';

const SCHEDULES = Number(process.env.SCHEDULES ?? 250);
const FIRST = Number(process.env.SEED ?? 1);

const lossy: Faults = { throttled: 0.05, requestLost: 0.05, responseLost: 0.1, late: 0.1 };

const plans: readonly (readonly [string, Faults, number])[] = [
  ['nothing lost', noFaults, 0],
  ['answers lost', { ...noFaults, responseLost: 0.1 }, 0],
  ['everything lost, late and repeated', lossy, 0],
  ['clocks 5 s apart', lossy, 5000],
];

/** Runs schedules; the first whose history no order explains is printed whole. */
const runAll = async (faults: Faults, skew: number) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const totals = { operations: 0, unavailable: 0, calls: 0 };
  try {
    for (let seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      const outcome = await runSchedule({ seed, clients: 3, operations: 4, faults, skew }).catch((error: Error) => {
        throw new Error(`seed ${seed}: ${error.message}`);
      });
      if (!isLinearizable(outcome.initial, outcome.history)) {
        const history = outcome.history.map(({ invoked, returned, text }) => `${invoked} ${returned} ${text}`);
        expect.fail(`seed ${seed} is not linearizable\n${history.join('\n')}\n\n${outcome.trace.join('\n')}`);
      }
      totals.operations += outcome.statuses.length;
      totals.unavailable += outcome.statuses.filter((status) => status === 503).length;
      totals.calls += outcome.calls;
    }
  } finally {
    errors.mockRestore();
  }
  return totals;
};

describe('Every history is linearizable', () => {
  it.each(plans)('with %s', { timeout: 3_600_000 }, async (_, faults, skew) => {
    const { operations, unavailable } = await runAll(faults, skew);
    expect(operations).toBeGreaterThan(SCHEDULES * 8);
    // Without faults nothing is refused for want of knowledge.
    if (faults === noFaults) expect(unavailable).toBe(0);
  });
});
