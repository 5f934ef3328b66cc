/** Which time list responses is asked for. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import { momentOf } from '../../contract/days.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Violation } from '../../contract/violations.ts';

const SECOND = 1000;

/** Both ends are included, to the second. */
export const responseDates = ({
  body: { startDate, endDate },
}: Pick<Normalized, 'body'>): {
  readonly prepared: { readonly from?: number; readonly until?: number };
  readonly violations: readonly Violation[];
} => {
  const [first, last] = [startDate, endDate].map((each) => (typeof each === 'string' ? momentOf(each) : undefined));
  const isBackwards = first !== undefined && last !== undefined && last < first;
  return {
    prepared: { ...(first !== undefined && { from: first }), ...(last !== undefined && { until: last + SECOND }) },
    violations: isBackwards ? [{ path: 'endDate', error: errors.endBeforeStart }] : [],
  };
};
