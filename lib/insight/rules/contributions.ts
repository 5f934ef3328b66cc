/** What an image of the stream counts for, and where. Pure. */
import type { Item } from '../../dynamodb/attributes.ts';
import { REVIEW, reviewFrom } from '../../reviews/repository/review.ts';
import { RESPONSE, responseFrom } from '../../surveys/repository/response.ts';
import type { ContactScore } from '../repository/contact-scores.ts';
import { type Sums, sumsOfResponse, sumsOfReview } from './sums.ts';

export interface Contribution {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly businessNumber: number;
  /** `2026-03-04`, in UTC. */
  readonly day: string;
  readonly sums: Sums;
  /** Whether its account counts it too. */
  readonly ofAccount: boolean;
  /** How the contact found it whose it is, if it says so. */
  readonly score?: ContactScore | undefined;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const ofReview = (item: Item): Contribution => {
  const review = reviewFrom(item);
  const { businessNumber, accountNumber, reviewId, customerId, rating } = review;
  const at = Date.parse(review.reviewDate);
  return {
    partnerId: String(item.partnerId),
    accountNumber,
    businessNumber,
    day: dayOf(at),
    sums: sumsOfReview(review),
    ofAccount: true,
    ...(customerId !== undefined && {
      score: { contactId: customerId, at, source: 'review', of: [businessNumber, reviewId], score: rating * 2 },
    }),
  };
};

/** The last nps answer, else twice the last rating. */
const scoreOfResponse = (nps: readonly number[], ratings: readonly number[]): number | undefined => {
  const rating = ratings.at(-1);
  return nps.at(-1) ?? (rating === undefined ? undefined : rating * 2);
};

const ofResponse = (item: Item): Contribution => {
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

/** `undefined` for what counts for nothing. */
export const contributionOf = (item: Item | undefined): Contribution | undefined => {
  if (item?.type === REVIEW) return ofReview(item);
  return item?.type === RESPONSE ? ofResponse(item) : undefined;
};
