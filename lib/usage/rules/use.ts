/** Computes how much of its plan a key has used, from API Gateway's daily counts. Pure. */
import type { PlanLimits } from '../plans.ts';
import { DAY_MILLISECONDS, dayOf, nextPeriod, periodStart } from './periods.ts';

/** The count of one day. */
export interface DayOfUse {
  /** Accepted requests. */
  readonly used: number;
  /** The remaining quota at the end of the day; 0 if the plan has none. */
  readonly remaining: number;
}

/** Daily counts from a first day on. */
export interface CountedDays {
  /** The first day: `2026-11-01`. */
  readonly from: string;
  readonly days: readonly DayOfUse[];
}

/**
 * The first day whose counts a response needs: the start of the month, or of the quota's week, which may be in the
 * month before.
 */
export const firstDay = ({ quota }: PlanLimits, now: number): string =>
  dayOf(Math.min(periodStart('MONTH', now), periodStart(quota?.period ?? 'MONTH', now)));

/** The counts from `since` on, with their dates. */
export const daysSince = ({ from, days }: CountedDays, since: string) =>
  days
    .map((day, index) => ({ ...day, date: dayOf(Date.parse(`${from}T00:00Z`) + index * DAY_MILLISECONDS) }))
    .filter(({ date }) => date >= since);

const sum = (days: readonly DayOfUse[]): number => days.reduce((total, { used }) => total + used, 0);

/**
 * The response of `GET /v1/usage`, which operators see too.
 *
 * @param plan - its name
 * @param asOf - the time at which API Gateway was asked, in epoch milliseconds
 */
export const useOf = (plan: string, limits: PlanLimits, counted: CountedDays, asOf: number) => {
  const { rateLimit, burstLimit, quota } = limits;
  const today = dayOf(asOf);
  const month = dayOf(periodStart('MONTH', asOf));
  const ofToday = daysSince(counted, today);
  // The remainder is API Gateway's own number, which includes what an operator granted; a day without a count has none.
  const remaining = (limit: number, since: string) =>
    Math.max(0, ofToday[0]?.remaining ?? limit - sum(daysSince(counted, since)));
  return {
    plan,
    rateLimit,
    burstLimit,
    quota: quota ? { limit: quota.limit, period: quota.period } : null,
    today: { date: today, used: sum(ofToday) },
    month: { since: month, used: sum(daysSince(counted, month)) },
    remaining: quota ? remaining(quota.limit, dayOf(periodStart(quota.period, asOf))) : null,
    resetsAt: quota ? new Date(nextPeriod(quota.period, asOf)).toISOString() : null,
    asOf: new Date(asOf).toISOString(),
  };
};

export type Use = ReturnType<typeof useOf>;
