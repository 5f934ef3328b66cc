/** Days, months and the periods of quotas, all in UTC. Pure. */
import type { Period } from '../plans.ts';

export const DAY_MILLISECONDS = 86_400_000;

/** The start of a quota's current period, in epoch milliseconds. A week starts on Sunday. */
export const periodStart = (period: Period, now: number): number => {
  const date = new Date(now);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  if (period === 'DAY') return midnight;
  if (period === 'WEEK') return midnight - date.getUTCDay() * DAY_MILLISECONDS;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};

/** When the next period starts, in epoch milliseconds. */
export const nextPeriod = (period: Period, now: number): number => {
  const start = new Date(periodStart(period, now));
  if (period === 'MONTH') return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
  return start.getTime() + (period === 'DAY' ? 1 : 7) * DAY_MILLISECONDS;
};

/** Formats the day of a time: `2026-11-22`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
