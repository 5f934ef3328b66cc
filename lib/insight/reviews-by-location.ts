/** Reviews by location: what the reviews of each location come to. */
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { pageOfLocations } from './location-page.ts';
import { MOST_UNITS } from './places.ts';
import { counts } from './repository/counts.ts';
import { spansOf } from './rules/periods.ts';
import { reviewReport } from './rules/reports.ts';
import { totals } from './rules/sums.ts';

interface Asked {
  /** All of the account if empty. */
  readonly businessNumbers: readonly number[];
  /** `2026-03-04`; both ends are inclusive, and open if left out. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly sources: ReadonlySet<string> | undefined;
  readonly window: PageWindow;
}

/** A page of locations; `unknown` is the first named one that does not belong to the account. */
export const reviewsOfLocations = async (store: PartnerStore, accountNumber: number, asked: Asked) => {
  const budget = readBudget(MOST_UNITS);
  const found = await pageOfLocations(store, accountNumber, asked, budget);
  if (found === 'too-many' || 'unknown' in found) return found;
  const { first, last, sources } = asked;
  const counted = new Map(found.locations.map(({ businessNumber }) => [businessNumber, totals()]));
  const add = (number: number, _: string, item: object) => counted.get(number)!.add(item as never);
  await counts(store).each([...counted.keys()], spansOf(first, last, true), add, { budget });
  if (budget.left() < 0) return 'too-many' as const;
  const dataPoints = found.locations.map(({ businessNumber, name }) => ({
    businessNumber,
    name,
    ...reviewReport(counted.get(businessNumber)!.found(), sources),
  }));
  return { totalCount: found.total, dataPoints };
};
