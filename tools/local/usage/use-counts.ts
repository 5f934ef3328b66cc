/** How often each key of a usage plan was used on each day, as API Gateway counts it; kept in memory. */
import { DAY_MILLISECONDS, dayOf, periodStart } from '../../../lib/usage/rules/periods.ts';
import type { DayOfUse } from '../../../lib/usage/rules/use.ts';
import type { UsagePlan } from '../model.ts';

export interface UseCounts {
  /** Counts a request that passed. */
  note(metered: { readonly keyId: string; readonly plan: UsagePlan }): void;
  /** The keys that were used on a plan. */
  keys(plan: UsagePlan): readonly string[];
  /** Each day from the first to the last: `2026-11-22`. */
  days(keyId: string, plan: UsagePlan, from: string, to: string): readonly DayOfUse[];
}

const timeOf = (day: string): number => Date.parse(`${day}T00:00Z`);

export const createUseCounts = (now: () => number): UseCounts => {
  const counts = new Map<string, number>();
  const named = (keyId: string, { logicalId }: UsagePlan, time: number) =>
    JSON.stringify([keyId, logicalId, dayOf(time)]);
  const usedOn = (keyId: string, plan: UsagePlan, time: number) => counts.get(named(keyId, plan, time)) ?? 0;

  const remainingOn = (keyId: string, plan: UsagePlan, day: number): number => {
    const { quota } = plan;
    if (!quota) return 0;
    let used = 0;
    for (let time = periodStart(quota.period, day); time <= day; time += DAY_MILLISECONDS)
      used += usedOn(keyId, plan, time);
    return Math.max(0, quota.limit - used);
  };

  return {
    note({ keyId, plan }) {
      const name = named(keyId, plan, now());
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    keys: ({ logicalId }) => [
      ...new Set(
        [...counts.keys()].flatMap((name) => {
          const [keyId, plan] = JSON.parse(name) as [string, string];
          return plan === logicalId ? [keyId] : [];
        }),
      ),
    ],
    days(keyId, plan, from, to) {
      const days: DayOfUse[] = [];
      for (let time = timeOf(from); time <= timeOf(to); time += DAY_MILLISECONDS)
        days.push({ used: usedOn(keyId, plan, time), remaining: remainingOn(keyId, plan, time) });
      return days;
    },
  };
};
