/** What a body asks for of performance, and what is wrong with it beyond its schema. Pure. */

import { SITES } from '../../connectors/repository/channels.ts';
import { valueIn } from '../../contract/any-case.ts';
import { isObject, type Normalized } from '../../contract/coercion.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Days, PerformanceQuery } from '../performance.ts';
import { distinct } from './locations.ts';
import { windowViolations } from './post-query.ts';

const MOST_DAYS = 366;
const DEEPEST = 100_000;

const daysIn = ({ startDate, endDate }: { readonly startDate?: unknown; readonly endDate?: unknown }): Days => ({
  first: timeOfDay(startDate) || 0,
  last: timeOfDay(endDate) || 0,
});

/** The query of a body. */
export const validatedPerformance = ({
  body,
}: Normalized): { readonly prepared: PerformanceQuery; readonly violations: readonly Violation[] } => {
  const comparison = isObject(body.comparisonFilter) ? body.comparisonFilter : undefined;
  const page = typeof body.page === 'number' ? body.page : 1;
  const size = typeof body.size === 'number' ? body.size : 25;
  const names = Array.isArray(body.sourceNames) ? body.sourceNames : [];
  const sites = SITES.filter((site) => names.some((each) => valueIn(SITES, each) === site));
  return {
    prepared: {
      days: daysIn(body),
      comparison: comparison && daysIn(comparison),
      sites: sites.length > 0 ? sites : SITES,
      locations: distinct(body.businessNumbers),
      page,
      size,
    },
    violations: [
      ...windowViolations(body.startDate, body.endDate, MOST_DAYS),
      ...(comparison ? windowViolations(comparison.startDate, comparison.endDate, MOST_DAYS, 'comparisonFilter.') : []),
      ...(page * size > DEEPEST ? [{ path: 'page', error: laterErrors.pageTooDeep }] : []),
    ],
  };
};
