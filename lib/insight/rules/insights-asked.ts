/** Checks of listing insights that a schema can't express, and what they choose. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { type Known, knownIn } from '../../contract/known-list.ts';
import { isoTimeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import { daysAfter, daysFrom } from './periods.ts';
import { numbersIn } from './report-asked.ts';
import { loneDate } from './terms-asked.ts';

const MOST_DAYS = { month: 1830, other: 400 } as const;
const USUAL_DAYS = 90;
const MODES = ['mobile', 'desktop'];
const VIEW_MODES: Known = {
  find: (text) => MODES.find((mode) => mode === text.toLowerCase()),
  problem: 'must be Mobile or Desktop',
};

const dateViolations = (normalized: Normalized): readonly Violation[] => {
  const { startDate, endDate, groupByType } = normalized.body;
  const lone = loneDate(normalized);
  if (lone.length > 0) return lone;
  const path = 'endDate';
  const [from, to] = [isoTimeOfDay(startDate), isoTimeOfDay(endDate)];
  if (to < from) return [{ path, error: errors.endBeforeStart }];
  if (Number.isNaN(from) || Number.isNaN(to)) return [];
  const [limit, actual] = [
    groupByType === 'month' ? MOST_DAYS.month : MOST_DAYS.other,
    daysFrom(String(startDate), String(endDate)),
  ];
  return actual > limit
    ? [{ path, error: invalid(path, `must be at most ${limit} days from startDate`), limit, actual }]
    : [];
};

/** Checks the request. */
export const validatedInsights = (normalized: Normalized) => {
  const { body } = normalized;
  const { known: modes = new Set<string>(), violations } = knownIn(body.viewMode, 'viewMode', VIEW_MODES);
  return {
    prepared: { numbers: numbersIn(body, 'businessNumbers'), modes },
    violations: [...dateViolations(normalized), ...violations],
  };
};

/** The days of a request: by default the 90 days up to yesterday. */
export const insightDays = (
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  now: number,
) => {
  const today = new Date(now).toISOString().slice(0, 10);
  return startDate !== undefined && endDate !== undefined
    ? { first: startDate, last: endDate }
    : { first: daysAfter(today, -USUAL_DAYS), last: daysAfter(today, -1) };
};
