/** What a body asks for of posts, and what is wrong with it beyond its schema. Pure. */

import { SITES } from '../../connectors/repository/channels.ts';
import { valueIn } from '../../contract/any-case.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { daysBetween, endsBeforeStart } from '../../contract/days.ts';
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import type { PostQuery } from '../list-posts.ts';
import { POST_STATES } from '../repository/states.ts';
import { distinct } from './locations.ts';

const DAY = 24 * 3600 * 1000;
const MOST_DAYS = 92;
const DEEPEST = 100_000;

/** The days from one date to another, both included. */
export const daysFrom = (startDate: unknown, endDate: unknown): number =>
  Math.round((timeOfDay(endDate) - timeOfDay(startDate)) / DAY) + 1;

const namesIn = <const Values extends readonly string[]>(values: Values, sent: unknown): readonly string[] =>
  (Array.isArray(sent) ? sent : []).flatMap((each) => valueIn(values, each) ?? []);

const countOf = (value: unknown, usual: number): number => (typeof value === 'number' ? value : usual);

/** Violations of two dates that are real ones. @param path - what stands before their names */
export const windowViolations = (
  startDate: unknown,
  endDate: unknown,
  mostDays: number,
  path = '',
): readonly Violation[] => {
  if (endsBeforeStart(startDate, endDate)) return [{ path: `${path}endDate`, error: errors.endBeforeStart }];
  return daysFrom(startDate, endDate) > mostDays ? [{ path: `${path}endDate`, error: errors.windowTooLarge }] : [];
};

/** The query of a body. */
export const validatedQuery = ({
  body,
}: Normalized): { readonly prepared: PostQuery; readonly violations: readonly Violation[] } => {
  const { startDate, endDate, sIndex, count } = body;
  const start = countOf(sIndex, 0);
  const size = countOf(count, 25);
  const isReal = !Number.isNaN(timeOfDay(startDate)) && !Number.isNaN(timeOfDay(endDate));
  const { from = 0, until = 0 } = isReal ? daysBetween(String(startDate), String(endDate)) : {};
  return {
    prepared: {
      ...{ from, until, start, size },
      sites: namesIn(SITES, body.socialSites),
      states: namesIn(POST_STATES, body.states),
      locations: distinct(body.businessNumbers),
    },
    violations: [
      ...windowViolations(startDate, endDate, MOST_DAYS),
      ...(start + size > DEEPEST ? [{ path: 'sIndex', error: laterErrors.pageTooDeep }] : []),
    ],
  };
};
