/** Experience over time: what locations' customers say, period by period (docs/insight.md: scores). */
import { businessFrom, businessKey } from '../business/repository/business.ts';
import { oneDecimal, oneDecimalOrNull } from '../contract/one-decimal.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { countSums } from './repository/sums.ts';
import { listingScore } from './rules/listing-score.ts';
import { type GroupBy, periodStarts, shownDay, spansOf } from './rules/periods.ts';
import { countedOf, experienceScore, type ReviewChoice, reputationScore, sentimentScore } from './rules/scores.ts';
import { totals } from './rules/sums.ts';

interface Asked {
  readonly businessNumbers: readonly number[];
  /** `2026-03-04`; both are included. */
  readonly first: string;
  readonly last: string;
  readonly groupBy: GroupBy;
  readonly choice: ReviewChoice;
}

const pointsOf = async (
  store: PartnerStore,
  { businessNumbers, first, last, groupBy, choice }: Asked,
  listing: number,
) => {
  const periods = periodStarts(first, last, groupBy).map((start) => ({ start, counts: totals() }));
  /** Periods are in order: the last one that begins no later. */
  const periodAt = (day: string) => {
    let [low, high] = [0, periods.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (periods[middle]!.start <= day) low = middle;
      else high = middle - 1;
    }
    return periods[low]!;
  };
  const spans = spansOf(first, last, groupBy === 'month');
  await countSums(store).each(businessNumbers, spans, (_, day, item) => periodAt(day).counts.add(item));
  return periods.map(({ start, counts }) => {
    const counted = countedOf(counts.found(), choice);
    const [reputation, sentiment] = [reputationScore(counted), sentimentScore(counted)];
    return {
      label: shownDay(start),
      experienceScore: oneDecimalOrNull(experienceScore({ reputation, sentiment, listing })),
      sentimentScore: oneDecimalOrNull(sentiment),
      reputationScore: oneDecimalOrNull(reputation),
      listingScore: oneDecimal(listing),
      responses: counted.responses,
      reviews: counted.reviews,
    };
  });
};

/** The points of these locations; `unknown` is the first that is none of the account. */
export const experienceOf = async (store: PartnerStore, accountNumber: number, asked: Asked) => {
  const numbers = [...new Set(asked.businessNumbers)];
  const keys = numbers.map((number) => businessKey(store.partnerId, number));
  const items = await store.table.batchGet(keys, { consistent: false });
  const own = items.filter((item) => item.accountNumber === accountNumber).map(businessFrom);
  const known = new Set(own.map(({ businessNumber }) => businessNumber));
  const unknown = numbers.find((number) => !known.has(number));
  if (unknown !== undefined) return { unknown };
  const listing = listingScore(own.map(({ profile }) => profile));
  return { points: await pointsOf(store, { ...asked, businessNumbers: numbers }, listing) };
};
