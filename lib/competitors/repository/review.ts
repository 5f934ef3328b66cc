/**
 * Reviews of competitor locations: one item each. They come by data files alone, and are listed as reviews of own
 * locations are (`lib/reviews/repository/review.ts`).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { analysisIn, type ReviewAnalysis } from '../../reviews/repository/analysis.ts';
import { type Review, reviewSortKey } from '../../reviews/repository/review.ts';

/** The type of its items. */
export const COMPETITOR_REVIEW = 'competitorReview';

/** Without what only reviews of own locations have. Of the reviewer's last name it has the initial. */
export interface CompetitorReview extends Omit<Review, 'businessNumber' | 'customerId' | 'tags'> {
  readonly compAccountId: number;
}

/** A review as it is stored, with the account of its competitor and what it says. */
export interface StoredCompetitorReview extends CompetitorReview, ReviewAnalysis {
  readonly accountNumber: number;
}

/** The fields of a review, in the order in which data files write them. */
export const COMPETITOR_REVIEW_FIELDS = [
  'compAccountId',
  'reviewId',
  'sourceAlias',
  'rating',
  'comments',
  'title',
  'reviewer',
  'reviewDate',
  'response',
  'responseDate',
  'reviewUrl',
] as const satisfies readonly (keyof CompetitorReview)[];

/** Where the reviews of a competitor location lie in the table; their list in the second index has the same name. */
export const reviewsOfCompetitor = (partnerId: string, compAccountId: number): string =>
  ofPartner(partnerId, 'COMPETITOR', compAccountId, 'REVIEWS');

/** Where the first index lists the reviews of all competitors of an account. */
export const competitorReviewsOfAccount = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'COMPREVIEWS');

export const competitorReviewKey = (
  partnerId: string,
  { compAccountId, reviewId }: Pick<CompetitorReview, 'compAccountId' | 'reviewId'>,
): Key => ({ pk: reviewsOfCompetitor(partnerId, compAccountId), sk: reviewId });

/** A new item for a review. */
export const competitorReviewItem = (partnerId: string, review: StoredCompetitorReview): Item => {
  const record = { ...review, partnerId };
  const bytes = recordBytes(record);
  const listed = reviewSortKey({ ...review, of: review.compAccountId }, bytes);
  return itemOf(
    COMPETITOR_REVIEW,
    { ...record, ...firstMark(), bytes },
    {
      ...competitorReviewKey(partnerId, review),
      gsi1pk: competitorReviewsOfAccount(partnerId, review.accountNumber),
      gsi1sk: listed,
      gsi2pk: reviewsOfCompetitor(partnerId, review.compAccountId),
      gsi2sk: listed,
    },
  );
};

/** The opposite of `competitorReviewItem`. */
export const competitorReviewFrom = (item: Item): StoredCompetitorReview => ({
  ...(Object.fromEntries(
    COMPETITOR_REVIEW_FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as unknown as CompetitorReview),
  ...analysisIn(item),
  accountNumber: Number(item.accountNumber),
});
