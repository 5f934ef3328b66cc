/** Builds the responses about reviews. Pure. */
import { reviewSourceList } from '../catalog/review-sources.ts';
import { average, byRating, type Rated } from '../contract/rated.ts';
import { shownDate } from '../contract/shown-date.ts';
import type { StoredReview } from './repository/review.ts';

export const reviewReply = (review: StoredReview) => {
  const { firstName = '', lastName = '' } = review.reviewer ?? {};
  return {
    reviewId: review.reviewId,
    rating: review.rating,
    sentiment: review.sentiment ?? null,
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

export const summaryReply = (rated: readonly Rated[]) => {
  const bySource = Map.groupBy(rated, ({ sourceAlias }) => sourceAlias);
  const places = new Map(reviewSourceList.map(({ alias }, place) => [alias, place]));
  return {
    sources: [...bySource]
      .toSorted(([a], [b]) => (places.get(a) ?? Infinity) - (places.get(b) ?? Infinity))
      .map(([sourceAlias, some]) => ({
        // The catalogue may have lost the source since the review was written.
        sourceName: reviewSourceList[places.get(sourceAlias) ?? -1]?.sourceName ?? sourceAlias,
        sourceAlias,
        ...average(some),
      })),
    ratings: byRating(rated),
  };
};
