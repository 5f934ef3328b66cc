/** Checks of insight requests that schemas can't express: order and length of date ranges. Pure. */
import { REVIEW_SOURCES } from '../../catalog/review-sources.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { endsBeforeStart } from '../../contract/days.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { knownIn } from '../../contract/known-list.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { sentPage } from '../../contract/page-window.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import { dayOfDate, daysFrom, type GroupBy, periodStarts } from './periods.ts';

/** The longest date range in days, and the maximum number of points. */
const MOST_DAYS = 1830;
const MOST_POINTS = 400;
const DEEPEST = 100_000;

const isDate = (text: unknown): text is string => !Number.isNaN(timeOfDay(text));

export const backwards = ({ startDate, endDate }: Normalized['body']): Violation[] =>
  endsBeforeStart(startDate, endDate) ? [{ path: 'endDate', error: errors.endBeforeStart }] : [];

export const tooLong = ({ startDate, endDate, groupByType = 'week' }: Normalized['body']): Violation[] => {
  if (!isDate(startDate) || !isDate(endDate)) return [];
  const [first, last] = [dayOfDate(startDate), dayOfDate(endDate)];
  const refuse = (limit: number, actual: number, problem: string): Violation[] =>
    actual > limit ? [{ path: 'endDate', error: invalid('endDate', problem), limit, actual }] : [];
  const days = refuse(MOST_DAYS, daysFrom(first, last), `must be at most ${MOST_DAYS} days from startDate`);
  if (days.length > 0) return days;
  const points = periodStarts(first, last, groupByType as GroupBy).length;
  return refuse(MOST_POINTS, points, `makes more than ${MOST_POINTS} points: ask for weeks or months`);
};

/** Checks experience over time: its dates, and which reviews count. */
export const validatedExperience = ({ body }: Normalized) => {
  const { ratings } = body as { readonly ratings?: readonly (string | undefined)[] };
  const { known: sources, violations } = knownIn(body.reviewSources, 'reviewSources', REVIEW_SOURCES);
  return {
    prepared: { sources, ...(ratings && { ratings: new Set(ratings.map(Number)) }) },
    violations: [...backwards(body), ...tooLong(body), ...violations],
  };
};

/** Checks usage by location: its dates, and its page. */
export const validatedUsage = ({ body }: Normalized) => {
  const { page = 0, size = 25 } = body as { readonly page?: number; readonly size?: number };
  const window = { start: page * size, end: (page + 1) * size };
  const sent = sentPage(page, size);
  const isTooDeep = (sent.start + 1) * sent.size > DEEPEST;
  const violations = [...backwards(body), ...(isTooDeep ? [{ path: 'page', error: laterErrors.pageTooDeep }] : [])];
  return { prepared: window, violations };
};
