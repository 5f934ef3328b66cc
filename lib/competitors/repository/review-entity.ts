/** What reviews of competitors declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { contributionOfCompetitorReview } from '../../insight/repository/contributions.ts';
import { analysisAttributes } from '../../reviews/repository/analysis.ts';
import { reviewsOfAccountGone } from './removal.ts';
import { COMPETITOR_REVIEW } from './review.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const competitorReviewEntity: Entity = {
  type: COMPETITOR_REVIEW,
  keys: {
    pk: 'P#<partner>#COMPETITOR#<id>#REVIEWS',
    sk: '<review id>',
    index: [
      'P#<partner>#ACCOUNT#<account>#COMPREVIEWS',
      '<milliseconds of its date>#<competitor>#<source>#<rating>#<blocks of 4 KB>',
    ],
  },
  answers: 'Which reviews does this competitor location, or do the competitors of this account, have, by date?',
  attributes: {
    type: 'object',
    required: ['compAccountId', 'accountNumber', 'partnerId', 'reviewId', 'sourceAlias', 'rating', 'reviewDate'],
    properties: {
      compAccountId: number,
      accountNumber: number,
      partnerId: text,
      reviewId: text,
      sourceAlias: text,
      rating: { type: 'number', minimum: 0, maximum: 5 },
      reviewDate: text,
      ...analysisAttributes,
      version: number,
      p0: text,
    },
  },
  exported: 'line',
  // A first name and an initial: no contact or user is known of it.
  personal: false,
  events: false,
  counts: { of: contributionOfCompetitorReview },
  audit: { not: 'comes from outside by imports alone, and goes with its competitor' },
  removal: { withLocation: 'belongs to its competitor', withAccount: reviewsOfAccountGone },
};
