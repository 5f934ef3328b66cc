/** Checks of requests of reports that schemas can't express: dates, places and sources. Pure. */
import { REVIEW_SOURCES } from '../../catalog/review-sources.ts';
import type { Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { knownIn } from '../../contract/known-list.ts';
import type { Violation } from '../../contract/violations.ts';
import { backwards, tooLong, validatedUsage } from './asked.ts';

/** The locations of a report, at most. */
export const MOST_PLACES = 100;

/** Different numbers, in the order in which they were sent. */
export const numbersIn = (body: Normalized['body'], name: string): readonly number[] => [
  ...new Set((Array.isArray(body[name]) ? body[name] : []) as readonly number[]),
];

/** The violation of more locations than a report has, which is reported after an unknown account. */
export const tooManyPlaces = (numbers: readonly number[]): readonly Violation[] => {
  const [path, actual] = ['businessNumbers', numbers.length];
  return actual > MOST_PLACES ? [{ path, error: errors.businessNumbersRequired, limit: MOST_PLACES, actual }] : [];
};

/** Checks a report over time. */
export const validatedOverTime = ({ body }: Normalized) => {
  const { known: sources, violations } = knownIn(body.sources, 'sources', REVIEW_SOURCES);
  return {
    prepared: { numbers: numbersIn(body, 'businessNumbers'), sources },
    violations: [...backwards(body), ...tooLong(body), ...violations],
  };
};

/** Checks reviews by location. */
export const validatedByLocation = (normalized: Normalized) => {
  const { known: sources, violations } = knownIn(normalized.body.sources, 'sources', REVIEW_SOURCES);
  const usage = validatedUsage(normalized);
  return { prepared: { window: usage.prepared, sources }, violations: [...usage.violations, ...violations] };
};
