/** How much of its plan a key has used, from API Gateway's counts by day. Pure. */
import type { PlanLimits } from '../plans.ts';
import { DAY_MILLISECONDS, dayOf, nextPeriod, periodStart } from './periods.ts';

/** The count of one day. */
export interface DayOfUse {
  /** Requests that were let through. */
  readonly used: number;
  /** Of the quota, at the end of the day; says nothing where the plan has none. */
  readonly remaining: number;
}

/** The counts of the days from one on. */
export interface CountedDays {
  /** The first day: `2026-11-01`. */
  readonly from: string;
  readonly days: readonly DayOfUse[];
}

/** From which day on a response needs counts: the month, and the quota's week, which may have begun in the month before. */
export const firstDay = ({ quota }: PlanLimits, now: number): string =>
  dayOf(Math.min(periodStart('MONTH', now), periodStart(quota?.period ?? 'MONTH', now)));

/** The counts of the days that are not before `since`, with their dates. */
export const daysSince = ({ from, days }: CountedDays, since: string) =>
  days
    .map((day, index) => ({ ...day, date: dayOf(Date.parse(`${from}T00:00Z`) + index * DAY_MILLISECONDS) }))
    .filter(({ date }) => date >= since);

const sum = (days: readonly DayOfUse[]): number => days.reduce((total, { used }) => total + used, 0);

/**
 * The response of `GET /v1/usage`, and what operators are shown.
 *
 * @param plan - its name
 * @param asOf - when API Gateway was asked, in epoch milliseconds
 */
export const useOf = (plan: string, limits: PlanLimits, counted: CountedDays, asOf: number) => {
  const { rateLimit, burstLimit, quota } = limits;
  const today = dayOf(asOf);
  const month = dayOf(periodStart('MONTH', asOf));
  const ofToday = daysSince(counted, today);
  // What is left is API Gateway's own number, which follows an operator who grants more; a day without a count has none.
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
