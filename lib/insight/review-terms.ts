/** What reviews of locations and of competitors say, from counts. */

import type { Refusal } from '../contract/violations.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { competingBrands } from './competing.ts';
import { MOST_UNITS, reportPlaces, tooMuch } from './places.ts';
import { type Counted, countedCompetitor, counts } from './repository/counts.ts';
import { spansOf } from './rules/periods.ts';
import type { Entity } from './rules/term-reports.ts';
import { termTotals } from './rules/terms.ts';
import { type AskedBrand, termDays } from './rules/terms-asked.ts';

interface Asked {
  /** Of the account or of one of its locations. */
  readonly number: number;
  /** `MM/DD/YYYY`: both, or neither. */
  readonly days: { readonly startDate?: string | undefined; readonly endDate?: string | undefined };
  readonly numbers: readonly number[];
  readonly sources: ReadonlySet<string> | undefined;
  readonly brands: readonly AskedBrand[];
}

/** The number of the request, then the competitors as they were sent, each with what its reviews say. */
export const reviewTerms = async (
  store: PartnerStore,
  { number, days, numbers: named, sources, brands: asked }: Asked,
): Promise<{ readonly entities: readonly Entity[] } | Refusal> => {
  const budget = readBudget(MOST_UNITS);
  const placed = await reportPlaces(store, { number, named, budget });
  if ('refused' in placed) return placed;
  const competing = await competingBrands(store, placed.accountNumber, asked);
  if ('refused' in competing) return competing;
  const parts: readonly { id: number; name: string; of: readonly Counted[] }[] = [
    { id: number, name: placed.name, of: placed.numbers },
    ...competing.brands.map(({ id, name, compAccountIds }) => ({
      id,
      name,
      of: compAccountIds.map(countedCompetitor),
    })),
  ];
  const { first, last } = termDays(days, clock.now());
  const sums = parts.map(() => termTotals());
  const partOf = new Map(parts.flatMap(({ of }, index) => of.map((counted) => [counted, sums[index]!] as const)));
  await counts(store).each(
    [...partOf.keys()],
    spansOf(first, last, true),
    (counted, _, item) => {
      const [, , source = ''] = String(item.sk).split('#');
      if (sources?.has(source) ?? true) partOf.get(counted)!.add(item);
    },
    { budget, kind: 'terms' },
  );
  if (budget.left() < 0) return { refused: tooMuch };
  return { entities: parts.map(({ id, name }, index) => ({ id, name, counted: sums[index]!.found() })) };
};
