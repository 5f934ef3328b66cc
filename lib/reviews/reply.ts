/** Reviews as they are answered. Pure. */
import { reviewSourceList } from '../catalog/review-sources.ts';
import { oneDecimal } from '../contract/one-decimal.ts';
import { shownDate } from '../contract/shown-date.ts';
import type { StoredReview } from './repository/review.ts';

export const reviewReply = (review: StoredReview) => {
  const { firstName = '', lastName = '' } = review.reviewer ?? {};
  return {
    reviewId: review.reviewId,
    rating: review.rating,
    comments: review.comments ?? '',
    title: review.title ?? '',
    reviewer: { firstName, lastName },
    sourceType: review.sourceAlias,
    reviewUrl: review.reviewUrl ?? '',
    reviewDate: shownDate(review.reviewDate),
    response: review.response ?? '',
    responseDate: shownDate(review.responseDate ?? ''),
    customerId: review.customerId ?? null,
    businessId: review.businessNumber,
  };
};

/** Reviews of one source and rating. */
export interface Rated {
  readonly sourceAlias: string;
  readonly rating: number;
  readonly count: number;
}

const countOf = (rated: readonly Rated[]): number => rated.reduce((sum, { count }) => sum + count, 0);

/** How many there are, and their average to one decimal; 0 without any. */
export const average = (rated: readonly Rated[]): { readonly reviewCount: number; readonly avgRating: number } => {
  const reviewCount = countOf(rated);
  const sum = rated.reduce((all, { rating, count }) => all + rating * count, 0);
  return { reviewCount, avgRating: reviewCount === 0 ? 0 : oneDecimal(sum / reviewCount) };
};

export const summaryReply = (rated: readonly Rated[]) => {
  const bySource = Map.groupBy(rated, ({ sourceAlias }) => sourceAlias);
  const places = new Map(reviewSourceList.map(({ alias }, place) => [alias, place]));
  const byRating = Map.groupBy(rated, ({ rating }) => rating);
  return {
    sources: [...bySource]
      .toSorted(([a], [b]) => (places.get(a) ?? Infinity) - (places.get(b) ?? Infinity))
      .map(([sourceAlias, some]) => ({
        // One that the catalogue had when the review came.
        sourceName: reviewSourceList[places.get(sourceAlias) ?? -1]?.sourceName ?? sourceAlias,
        sourceAlias,
        ...average(some),
      })),
    ratings: [...byRating]
      .toSorted(([a], [b]) => b - a)
      .map(([rating, some]) => ({ rating, reviewCount: countOf(some) })),
  };
};
