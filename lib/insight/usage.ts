/** Usage of a survey by location: how many responses each has, and how good they are. */
import { oneDecimalOrNull } from '../contract/one-decimal.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { pageOfLocations } from './location-page.ts';
import { counts } from './repository/counts.ts';
import { spansOf } from './rules/periods.ts';
import { averageScore } from './rules/scores.ts';
import { totals } from './rules/sums.ts';

interface Asked {
  readonly surveyId: number;
  /** All of the account if empty. */
  readonly businessNumbers: readonly number[];
  /** `2026-03-04`; both ends are inclusive, and open if left out. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly window: PageWindow;
}

export const usageOf = async (store: PartnerStore, accountNumber: number, asked: Asked) => {
  const found = await pageOfLocations(store, accountNumber, asked);
  if (found === 'too-many' || 'unknown' in found) return found;
  const counted = new Map(found.locations.map(({ businessNumber }) => [businessNumber, totals()]));
  const numbers = [...counted.keys()];
  const spans = spansOf(asked.first, asked.last, true);
  await counts(store).each(numbers, spans, (number, _, item) => counted.get(number)!.add(item));
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
