/** Insights of listings: what some locations count on the sites, in all and period by period. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { ReadBudget } from '../dynamodb/table/read-units.ts';
import { counts } from './repository/counts.ts';
import { insightFrom, LISTING_INSIGHT } from './repository/insight.ts';
import { insightTotals, sumsOfInsight } from './rules/listing-insights.ts';
import { type GroupBy, periodOf, periodStarts, spansOf } from './rules/periods.ts';
import { sumsIn } from './rules/sums.ts';

interface Asked {
  readonly numbers: readonly number[];
  /** `2026-03-04`; both ends are inclusive. */
  readonly first: string;
  readonly last: string;
  readonly groupBy: GroupBy | undefined;
  /** `mobile`, `desktop`; both if empty. */
  readonly modes: ReadonlySet<string>;
}

/** The report; `undefined` if it would read more than the budget. */
export const insightsReport = async (
  store: PartnerStore,
  { numbers, first, last, groupBy, modes }: Asked,
  budget: ReadBudget,
) => {
  const starts = groupBy ? periodStarts(first, last, groupBy) : [];
  const periods = starts.map(() => insightTotals(modes));
  const all = insightTotals(modes);
  const live = new Set<number>();
  await counts(store).each(
    numbers,
    spansOf(first, last, groupBy === undefined || groupBy === 'month'),
    (number, day, item) => {
      const sums = item.type === LISTING_INSIGHT ? sumsOfInsight(insightFrom(item)) : sumsIn(item);
      all.add(sums);
      periods[periodOf(starts, day)]?.add(sums);
      if ((sums.n ?? 0) > 0) live.add(number);
    },
    { budget, kind: 'insights' },
  );
  if (budget.left() < 0) return undefined;
  return {
    ...all.found(),
    liveCount: live.size,
    entityCount: numbers.length,
    dataPoints: starts.map((label, index) => ({ label, ...periods[index]!.found() })),
  };
};
