/** Checks of requests about reviews of competitors that schemas can't express, and what they choose. Pure. */
import { REVIEW_SOURCES } from '../../catalog/review-sources.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { endsBeforeStart } from '../../contract/days.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { knownIn } from '../../contract/known-list.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import { MOST_BRANDS_NAMED, MOST_DAYS } from '../contracts/review-metrics.ts';
import { MOST_NAMED } from '../contracts/shared-schemas.ts';

const DAY = 24 * 3600 * 1000;

/** What a request chooses. Omitted filters are ignored. */
export interface ReviewQuery {
  readonly businessNumbers: readonly number[];
  readonly brandIds: readonly number[];
  readonly competitorLocationIds: readonly number[];
  /** Epoch milliseconds; `until` is not included. */
  readonly from?: number;
  readonly until?: number;
  /** Aliases, as the catalogue spells them. */
  readonly sources?: ReadonlySet<string>;
}

const LISTS = ['businessNumbers', 'brandIds', 'competitorLocationIds'] as const;

const numbersIn = (body: Normalized['body'], name: string): readonly number[] => {
  const sent = body[name];
  return [...new Set(Array.isArray(sent) ? (sent as readonly number[]) : [])];
};

const tooMany = (path: string, actual: number, limit: number): readonly Violation[] =>
  actual > limit ? [{ path, error: invalid(path, `must have at most ${limit} numbers`), limit, actual }] : [];

/** @param mostDays - between two dates; any number of them if left out */
const dateViolations = ({ fromDate, toDate }: Normalized['body'], mostDays = Infinity): readonly Violation[] => {
  const path = 'toDate';
  if (endsBeforeStart(fromDate, toDate)) return [{ path, error: errors.endBeforeStart }];
  const actual = (timeOfDay(toDate) - timeOfDay(fromDate)) / DAY;
  const error = invalid(path, `must be at most ${mostDays} days after fromDate`);
  return actual > mostDays ? [{ path, error, limit: mostDays, actual }] : [];
};

const validated =
  (mostBrands: number, mostDays?: number) =>
  ({ body }: Normalized): { readonly prepared: ReviewQuery; readonly violations: readonly Violation[] } => {
    const { known: sources, violations: unknown } = knownIn(body.sources, 'sources', REVIEW_SOURCES);
    const [from, until] = [timeOfDay(body.fromDate), timeOfDay(body.toDate)];
    const numbers = Object.fromEntries(LISTS.map((name) => [name, numbersIn(body, name)])) as Record<
      (typeof LISTS)[number],
      readonly number[]
    >;
    return {
      prepared: {
        ...numbers,
        ...(!Number.isNaN(from) && { from }),
        ...(!Number.isNaN(until) && { until }),
        ...(sources && { sources }),
      },
      violations: [
        ...dateViolations(body, mostDays),
        ...unknown,
        ...LISTS.flatMap((name) => tooMany(name, numbers[name].length, name === 'brandIds' ? mostBrands : MOST_NAMED)),
      ],
    };
  };

export const validatedReviews = validated(MOST_NAMED);
export const validatedMetrics = validated(MOST_BRANDS_NAMED, MOST_DAYS);

/** The days of a query, `2026-03-04`, both inclusive. */
export const daysOf = ({ from, until }: ReviewQuery) => {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return {
    first: from === undefined ? undefined : dayOf(from),
    last: until === undefined ? undefined : dayOf(until - DAY),
  };
};
