/** Experience over time: the scores of locations, period by period (docs/insight.md: scores). */
import { type Business, businessFrom, businessKey } from '../business/repository/business.ts';
import { oneDecimal, oneDecimalOrNull } from '../contract/one-decimal.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { counts } from './repository/counts.ts';
import { listingScore } from './rules/listing-score.ts';
import { type GroupBy, periodOf, periodStarts, shownDay, spansOf } from './rules/periods.ts';
import { countedOf, experienceScore, type ReviewChoice, reputationScore, sentimentScore } from './rules/scores.ts';
import { totals } from './rules/sums.ts';

interface Asked {
  readonly businessNumbers: readonly number[];
  /** `2026-03-04`; both ends are inclusive. */
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
  const starts = periodStarts(first, last, groupBy);
  const periods = starts.map((start) => ({ start, counts: totals() }));
  const spans = spansOf(first, last, groupBy === 'month');
  await counts(store).each(businessNumbers, spans, (_, day, item) => periods[periodOf(starts, day)]!.counts.add(item));
  return periods.map(({ start, counts: sums }) => {
    const counted = countedOf(sums.found(), choice);
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

/** Those of these locations that belong to the account. One that a first look does not find may have been made just now. */
const ownOf = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  numbers: readonly number[],
): Promise<readonly Business[]> => {
  const found = new Map<number, Business>();
  for (const consistent of [false, true]) {
    const left = numbers.filter((number) => !found.has(number));
    const keys = left.map((number) => businessKey(partnerId, number));
    for (const item of keys.length > 0 ? await table.batchGet(keys, { consistent }) : [])
      if (item.accountNumber === accountNumber) found.set(Number(item.businessNumber), businessFrom(item));
  }
  return [...found.values()];
};

/** The points of these locations; `unknown` is the first one that does not belong to the account. */
export const experienceOf = async (store: PartnerStore, accountNumber: number, asked: Asked) => {
  const numbers = [...new Set(asked.businessNumbers)];
  const own = await ownOf(store, accountNumber, numbers);
  const known = new Set(own.map(({ businessNumber }) => businessNumber));
  const unknown = numbers.find((number) => !known.has(number));
  if (unknown !== undefined) return { unknown };
  const listing = listingScore(own.map(({ profile }) => profile));
  return { points: await pointsOf(store, { ...asked, businessNumbers: numbers }, listing) };
};
