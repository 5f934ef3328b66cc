/** What the schemas can't say of requests for insight: order and length of times. Pure. */
import { findReviewSource } from '../../catalog/review-sources.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { endsBeforeStart } from '../../contract/days.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import { dayOfDate, daysFrom, type GroupBy, periodStarts } from './periods.ts';

/** The longest time, in days, and the most points that it is cut into. */
const MOST_DAYS = 1830;
const MOST_POINTS = 400;
const DEEPEST = 100_000;

const isDate = (text: unknown): text is string => !Number.isNaN(timeOfDay(text));

const backwards = ({ startDate, endDate }: Normalized['body']): Violation[] =>
  endsBeforeStart(startDate, endDate) ? [{ path: 'endDate', error: errors.endBeforeStart }] : [];

const tooLong = ({ startDate, endDate, groupByType = 'week' }: Normalized['body']): Violation[] => {
  if (!isDate(startDate) || !isDate(endDate)) return [];
  const [first, last] = [dayOfDate(startDate), dayOfDate(endDate)];
  const refuse = (limit: number, actual: number, problem: string): Violation[] =>
    actual > limit ? [{ path: 'endDate', error: invalid('endDate', problem), limit, actual }] : [];
  const days = refuse(MOST_DAYS, daysFrom(first, last), `must be at most ${MOST_DAYS} days from startDate`);
  if (days.length > 0) return days;
  const points = periodStarts(first, last, groupByType as GroupBy).length;
  return refuse(MOST_POINTS, points, `makes more than ${MOST_POINTS} points: ask for weeks or months`);
};

/** Of experience over time: its days, and which reviews count. */
export const judgedExperience = ({ body }: Normalized) => {
  const { reviewSources, ratings } = body as { reviewSources?: readonly string[]; ratings?: readonly string[] };
  const aliases = (reviewSources ?? []).map((alias) => findReviewSource(String(alias))?.alias);
  const unknown = aliases.indexOf(undefined);
  const path = `reviewSources[${unknown}]`;
  return {
    prepared: {
      ...(reviewSources && { sources: new Set(aliases.flatMap((alias) => alias ?? [])) }),
      ...(ratings && { ratings: new Set(ratings.map(Number)) }),
    },
    violations: [
      ...backwards(body),
      ...tooLong(body),
      ...(unknown === -1 ? [] : [{ path, error: invalid(path, 'must be a review source') }]),
    ],
  };
};

/** Of usage by location: its days, and its page. */
export const judgedUsage = ({ body }: Normalized) => {
  const { page = 0, size = 25 } = body as { readonly page?: number; readonly size?: number };
  const window = { start: page * size, end: (page + 1) * size };
  const isTooDeep = Number.isSafeInteger(page) && Number.isSafeInteger(size) && window.end > DEEPEST;
  const violations = [...backwards(body), ...(isTooDeep ? [{ path: 'page', error: laterErrors.pageTooDeep }] : [])];
  return { prepared: window, violations };
};
