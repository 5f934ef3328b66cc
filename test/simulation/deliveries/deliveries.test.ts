/**
 * Deliveries under lost and late calls, killed and frozen workers, copies of messages, URLs that are replaced and endpoints
 * that are slow, down or gone. Promised is: once faults have ended, no delivery is pending for ever and no due item is left;
 * none is twice in flight within 10 seconds; nothing is sent more than 5 seconds after its URL was replaced; no webhook is
 * disabled by what another URL answered; what is delivered was received. `SEED=17 SCHEDULES=1` prints the story of a seed.
 */
import { it } from 'vitest';
import { runs } from '../../support/chosen.ts';
import { expectKept, leaveOutLogs } from '../expect-kept.ts';
import { seedsFrom } from '../seeds.ts';
import { runSchedule } from './story.ts';

leaveOutLogs();

/** Each breaks a promise where one of the mutants of copies is made (test/mutants/list/events.ts). */
const KEPT_SEEDS: readonly number[] = [30, 54, 487, 1671];
const FIRST = Number(process.env.SEED ?? 1);
const SCHEDULES = Number(process.env.SCHEDULES ?? runs(12, 500));

it('keeps what is promised of deliveries, whatever is late, lost, killed or repeated', {
  timeout: 3_600_000,
}, async () => {
  const seeds = [...(process.env.SEED ? [] : KEPT_SEEDS), ...seedsFrom(FIRST, SCHEDULES)];
  await expectKept(
    seeds.map((seed) => [`seed ${seed}`, seed] as const),
    runSchedule,
  );
});
