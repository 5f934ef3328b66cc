/** Checks of requests about what reviews say, and what they choose. Pure. */
import { REVIEW_SOURCES } from '../../catalog/review-sources.ts';
import { isObject, type Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { knownIn } from '../../contract/known-list.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import { backwards } from './asked.ts';
import { dayOfDate, daysAfter, daysFrom } from './periods.ts';
import { numbersIn } from './report-asked.ts';

const MOST_DAYS = 1830;
const USUAL_DAYS = 365;
/** Competitor locations that are named, at most. */
export const MOST_COMPETING = 100;

export interface AskedBrand {
  readonly competitorId: number;
  /** All of the brand if empty. */
  readonly compAccountIds: readonly number[];
}

const DATES = ['startDate', 'endDate'] as const;

/** One date needs the other. */
export const loneDate = ({ body }: Normalized, names: readonly [string, string] = DATES): readonly Violation[] => {
  const path = names.find((name) => !isSent(body, name));
  const isLone = names.some((name) => isSent(body, name)) && path !== undefined;
  const other = names.find((name) => name !== path);
  return isLone ? [{ path, error: invalid(path, `is required with ${other}`) }] : [];
};

const dateViolations = (normalized: Normalized): readonly Violation[] => {
  const { startDate, endDate } = normalized.body;
  const early = [...loneDate(normalized), ...backwards(normalized.body)];
  if (early.length > 0 || Number.isNaN(timeOfDay(startDate)) || Number.isNaN(timeOfDay(endDate))) return early;
  const actual = daysFrom(dayOfDate(String(startDate)), dayOfDate(String(endDate)));
  const error = invalid('endDate', `must be at most ${MOST_DAYS} days from startDate`);
  return actual > MOST_DAYS ? [{ path: 'endDate', error, limit: MOST_DAYS, actual }] : [];
};

/** The brands in the order in which they were sent; one that is sent twice is one. */
const brandsIn = ({ competitors }: Normalized['body']): readonly AskedBrand[] => {
  // Rules see a body that the schema refuses too.
  const sent = (Array.isArray(competitors) ? competitors : []).filter(isObject) as readonly Partial<AskedBrand>[];
  const rows = sent.flatMap(({ competitorId, compAccountIds }) =>
    competitorId === undefined ? [] : [{ competitorId, ids: Array.isArray(compAccountIds) ? compAccountIds : [] }],
  );
  return [...Map.groupBy(rows, ({ competitorId }) => competitorId)].map(([competitorId, some]) => ({
    competitorId,
    compAccountIds: some.some(({ ids }) => ids.length === 0) ? [] : [...new Set(some.flatMap(({ ids }) => ids))],
  }));
};

const tooManyCompeting = (brands: readonly AskedBrand[]): readonly Violation[] => {
  const path = 'competitors';
  const actual = brands.reduce((sum, { compAccountIds }) => sum + compAccountIds.length, 0);
  const error = invalid(path, `must have at most ${MOST_COMPETING} locations`);
  return actual > MOST_COMPETING ? [{ path, error, limit: MOST_COMPETING, actual }] : [];
};

/** Checks what the body chooses. */
export const validatedTerms = (normalized: Normalized) => {
  const { body } = normalized;
  const { known: sources, violations } = knownIn(body.sources, 'sources', REVIEW_SOURCES);
  const brands = brandsIn(body);
  return {
    prepared: { numbers: numbersIn(body, 'businessNumbers'), sources, brands },
    violations: [...dateViolations(normalized), ...violations, ...tooManyCompeting(brands)],
  };
};

/** The days of a request, `2026-03-04`, both inclusive: by default the 365 days up to today. */
export const termDays = (
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  now: number,
) => {
  const today = new Date(now).toISOString().slice(0, 10);
  return startDate !== undefined && endDate !== undefined
    ? { first: dayOfDate(startDate), last: dayOfDate(endDate) }
    : { first: daysAfter(today, 1 - USUAL_DAYS), last: today };
};
