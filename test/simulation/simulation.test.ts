/**
 * The promises of "once" (docs/writing-once.md): whatever is lost, late, repeated, stale, frozen or cut off, an order of the
 * requests explains every answer. A failing seed prints its schedule; `SEED=17 SCHEDULES=1 npx vitest run test/simulation`
 * runs it again. `npm test` plays 150, `npm run test:full` 1,000, test/trust/simulation.ts 100,000.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OperationName } from '../../lib/dynamodb/client/call.ts';
import { runs } from '../support/chosen.ts';
import { keptSeeds } from './kept-seeds.ts';
import { calmPlan } from './plan.ts';
import { type Options, runSeeds } from './run.ts';
import { runSchedule } from './schedule.ts';
import { seedsFrom } from './seeds.ts';

const SCHEDULES = Number(process.env.SCHEDULES ?? runs(150, 1000));
const FIRST = Number(process.env.SEED ?? 1);
/** So many at most are tried until a broken protocol is noticed. */
const NOTICED_WITHIN = 400;

const reportOf = async (seeds: readonly number[], options?: Options): Promise<string> =>
  (await runSeeds(seeds, options)).failures.map(({ report }) => report).join('\n');

describe('An order explains every answer', () => {
  it(`in ${SCHEDULES} schedules from seed ${FIRST}`, { timeout: 3_600_000 }, async () => {
    expect(await reportOf(seedsFrom(FIRST, SCHEDULES))).toBe('');
  });

  it.each(keptSeeds)('in the schedule of seed %i: %s', async (seed) => {
    expect(await reportOf([seed])).toBe('');
  });

  it.each([
    [0, 0],
    // Under a key, few tries go above the marks of a clock that is ahead.
    [5000, 0.01],
  ])('where nothing is lost and clocks are %i ms apart, and few are refused for others', async (skew, share) => {
    const totals = await runSeeds(seedsFrom(FIRST, runs(25, 75)), { plan: { ...calmPlan, skew } });
    expect(totals).toMatchObject({ failures: [], unanswered: 0, conflicts: 0 });
    expect(totals.unavailable / totals.requests).toBeLessThanOrEqual(share);
    expect(totals.requests).toBeGreaterThan(10 * totals.schedules);
  });
});

/** Takes the place of a part of an expression, in the calls of one operation. */
const without =
  (name: OperationName, part: string, other = '') =>
  (operation: OperationName, input: object): object => {
    const text = JSON.stringify(input);
    return operation === name && text.includes(part) ? JSON.parse(text.replaceAll(part, other)) : input;
  };

describe('A broken protocol is noticed', () => {
  it.each([
    ['marks are not compared', without('UpdateItem', ' AND NOT p0 >= :mark')],
    ['versions are not compared', without('UpdateItem', ' AND version = :version AND p0 = :readMark')],
    [
      'versions of a listing are not compared',
      without('TransactWriteItems', 'version = :version AND p0 = :readMark', ':version <= version'),
    ],
    ['reads are of the past', without('GetItem', '"ConsistentRead":true', '"ConsistentRead":false')],
    [
      'keys are always free',
      without(
        'TransactWriteItems',
        'OR expiresAtSeconds < :now',
        'OR :now > expiresAtSeconds OR expiresAtSeconds > :now',
      ),
      // Three of the first 400 schedules notice it, of which this comes just before the first.
      300 as number,
    ],
  ] as const)('where %s', async (_, alter, first = 1) => {
    expect(await reportOf(seedsFrom(first, NOTICED_WITHIN), { alter })).toMatch(
      /^seed \d+: No order|^seed \d+: .* one key/,
    );
  });
});

it('A schedule follows from its seed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const [first, second] = [await runSchedule(111, { isTraced: true }), await runSchedule(111, { isTraced: true })];
  expect(first.trace.length).toBeGreaterThan(50);
  expect(second).toEqual(first);
});
