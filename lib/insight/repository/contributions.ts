/** What a review or a response adds to counts, and where. Pure. */
import { competitorReviewFrom } from '../../competitors/repository/review.ts';
import type { Contribution } from '../../dynamodb/stream/change.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { ReviewAnalysis } from '../../reviews/repository/analysis.ts';
import { reviewFrom } from '../../reviews/repository/review.ts';
import { responseFrom } from '../../surveys/repository/response.ts';
import { sumsOfResponse, sumsOfReview } from '../rules/sums.ts';
import { sumsOfTerms } from '../rules/terms.ts';
import { countedCompetitor, monthTermsSortKey, termsSortKey } from './counts.ts';

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What a review says; nothing of one that was not analysed yet. */
const termsOf = (day: string, review: ReviewAnalysis & { readonly sourceAlias: string }) => {
  const sums = sumsOfTerms(review);
  const { sourceAlias } = review;
  return (
    sums && [
      { sk: termsSortKey(day, sourceAlias), sums },
      { sk: monthTermsSortKey(day.slice(0, 7), sourceAlias), sums },
    ]
  );
};

export const contributionOfReview = (item: Item): Contribution => {
  const review = reviewFrom(item);
  const { businessNumber, accountNumber, reviewId, customerId, rating } = review;
  const at = Date.parse(review.reviewDate);
  const day = dayOf(at);
  const also = termsOf(day, review);
  return {
    partnerId: String(item.partnerId),
    accountNumber,
    businessNumber,
    day,
    sums: sumsOfReview(review),
    ofAccount: true,
    ...(also && { also }),
    ...(customerId !== undefined && {
      score: { contactId: customerId, at, source: 'review', of: [businessNumber, reviewId], score: rating * 2 },
    }),
  };
};

/** Of a review of a competitor location: it counts there alone. */
export const contributionOfCompetitorReview = (item: Item): Contribution => {
  const review = competitorReviewFrom(item);
  const { compAccountId, accountNumber, reviewDate } = review;
  const day = dayOf(Date.parse(reviewDate));
  const also = termsOf(day, review);
  return {
    partnerId: String(item.partnerId),
    accountNumber,
    businessNumber: compAccountId,
    countedAt: countedCompetitor(compAccountId),
    day,
    sums: sumsOfReview(review),
    ofAccount: false,
    ...(also && { also }),
  };
};

/** The last NPS answer, or else twice the last rating. */
const scoreOfResponse = (nps: readonly number[], ratings: readonly number[]): number | undefined => {
  const rating = ratings.at(-1);
  return nps.at(-1) ?? (rating === undefined ? undefined : rating * 2);
};

export const contributionOfResponse = (item: Item): Contribution => {
  const response = responseFrom(item);
  const { businessNumber, accountNumber, surveyId, responseId, customerId, created, completed, nps, ratings } =
    response;
  const score = completed ? scoreOfResponse(nps, ratings) : undefined;
  return {
    partnerId: String(item.partnerId),
    accountNumber,
    businessNumber,
    day: dayOf(created),
    sums: sumsOfResponse(response),
    ofAccount: false,
    ...(customerId !== undefined &&
      score !== undefined && {
        score: { contactId: customerId, at: created, source: 'survey', of: [surveyId, responseId], score },
      }),
  };
};
