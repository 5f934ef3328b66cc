/** Reports over time: what some locations count, period by period and in all. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { ReadBudget } from '../dynamodb/table/read-units.ts';
import { counts } from './repository/counts.ts';
import { dayOfDate, type GroupBy, periodOf, periodStarts, shownDay, spansOf } from './rules/periods.ts';
import { type Totals, totals } from './rules/sums.ts';

interface Asked {
  readonly numbers: readonly number[];
  /** `MM/DD/YYYY`; both ends are inclusive. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly groupByType?: GroupBy | undefined;
}

/**
 * The report of each period and of all of them; `undefined` if it would read more than the budget.
 *
 * @param reportOf - makes the report of what was counted
 */
export const reportOverTime = async <Report extends object>(
  store: PartnerStore,
  { numbers, startDate = '', endDate = '', groupByType: groupBy = 'week' }: Asked,
  { budget, reportOf }: { readonly budget: ReadBudget; readonly reportOf: (counted: Totals) => Report },
) => {
  const [first, last] = [dayOfDate(startDate), dayOfDate(endDate)];
  const starts = periodStarts(first, last, groupBy);
  const sums = starts.map(() => totals());
  const all = totals();
  await counts(store).each(
    numbers,
    spansOf(first, last, groupBy === 'month'),
    (_, day, item) => {
      sums[periodOf(starts, day)]!.add(item);
      all.add(item);
    },
    { budget },
  );
  if (budget.left() < 0) return undefined;
  const dataPoints = starts.map((start, index) => ({ label: shownDay(start), ...reportOf(sums[index]!.found()) }));
  return { total: reportOf(all.found()), dataPoints };
};
