/** Usage of a survey by location: how many responses each has, and how good they are. */
import { oneDecimalOrNull } from '../contract/one-decimal.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { readBudget } from '../dynamodb/read-units.ts';
import { locationNames } from '../surveys/repository/locations.ts';
import { accountLocations, type NamedLocation } from './repository/account-locations.ts';
import { countSums } from './repository/sums.ts';
import { spansOf } from './rules/periods.ts';
import { averageScore } from './rules/scores.ts';
import { totals } from './rules/sums.ts';

interface Asked {
  readonly surveyId: number;
  /** All of the account where there is none. */
  readonly businessNumbers: readonly number[];
  /** `2026-03-04`; both are included, and open where left out. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly window: PageWindow;
}

/** Read units for names of locations (docs/costs.md: the most costly requests). */
const MOST_FOR_NAMES = 700;

/** The locations of the page and how many there are; or the first that is named and is none of the account. */
const locationsOf = async (store: PartnerStore, accountNumber: number, { businessNumbers, window }: Asked) => {
  if (businessNumbers.length === 0) return accountLocations(store).page(accountNumber, window);
  const asked = { budget: readBudget(MOST_FOR_NAMES), untilUnknown: true };
  const named = await locationNames(store).of(accountNumber, businessNumbers, asked);
  if (!named) return 'too-many' as const;
  const { names, unknown } = named;
  if (unknown !== undefined) return { unknown };
  const all: readonly NamedLocation[] = [...names].map(([businessNumber, name]) => ({ businessNumber, name }));
  return { total: all.length, locations: all.slice(window.start, window.end) };
};

export const usageOf = async (store: PartnerStore, accountNumber: number, asked: Asked) => {
  const found = await locationsOf(store, accountNumber, asked);
  if (found === 'too-many' || 'unknown' in found) return found;
  const counted = new Map(found.locations.map(({ businessNumber }) => [businessNumber, totals()]));
  const numbers = [...counted.keys()];
  const spans = spansOf(asked.first, asked.last, true);
  await countSums(store).each(numbers, spans, (number, _, item) => counted.get(number)!.add(item));
  const dataPoints = found.locations.map(({ businessNumber, name }) => {
    const sums = counted.get(businessNumber)!.found().surveys.get(asked.surveyId);
    const { complete = 0, incomplete = 0, unscored = 0, score = 0 } = sums ?? {};
    return {
      businessNumber,
      name,
      responses: complete + incomplete,
      completed: complete,
      averageScore: oneDecimalOrNull(averageScore({ complete, unscored, score })),
    };
  });
  return { totalCount: found.total, dataPoints };
};
