/** The line of a review of a competitor location. Of the reviewer's last name the initial is kept. */
import {
  COMPETITOR_REVIEW_FIELDS,
  type CompetitorReview,
  competitorReviewFrom,
  competitorReviewItem,
  competitorReviewsOfAccount,
} from '../../../lib/competitors/repository/review.ts';
import { competitorReviewEntity } from '../../../lib/competitors/repository/review-entity.ts';
import { analysisOf } from '../analysis/review-analysis.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { readReview, reviewOptions, reviewRequired } from './review-fields.ts';

type Sent = CompetitorReview & { readonly accountNumber?: number };

/** No one here could erase a complete name: customers of competitors are no contacts. */
const withInitial = ({ reviewer, ...review }: CompetitorReview): CompetitorReview => {
  if (!reviewer) return review;
  const { firstName, lastName = '' } = reviewer;
  const [initial] = lastName.trim();
  const kept = { ...(firstName !== undefined && { firstName }), ...(initial !== undefined && { lastName: initial }) };
  return { ...review, ...(Object.keys(kept).length > 0 && { reviewer: kept }) };
};

export const competitorReviewLine: LineKind = {
  entity: competitorReviewEntity,
  pass: 3,
  schema: lineOf({ compAccountId: positive, ...reviewRequired }, { accountNumber: positive, ...reviewOptions }),
  read(fields) {
    const read = readReview(fields as unknown as Sent);
    if ('refused' in read) return read;
    const { accountNumber: wanted, ...review } = read;
    const { compAccountId, reviewId } = review;
    const short = `review ${reviewId} of competitor ${compAccountId}`;
    return {
      about: wanted === undefined ? short : `${short} of account ${wanted}`,
      withoutAccount: short,
      async write(context) {
        const owner = await context.owners.ofCompetitor(compAccountId, wanted);
        if (!owner) return refused(`competitor ${compAccountId} does not exist`);
        if (owner === 'several')
          return refused(`competitor ${compAccountId} is of several partners: add accountNumber`);
        const { partnerId, accountNumber } = owner;
        const stored = { ...withInitial(review), ...analysisOf(review), accountNumber };
        return upsert(context, { fresh: competitorReviewItem(partnerId, stored) });
      },
    };
  },
  lineOf(item) {
    const review = competitorReviewFrom(item);
    return {
      type: 'competitorReview',
      // Partners may have competitors of one number.
      accountNumber: review.accountNumber,
      ...Object.fromEntries(
        COMPETITOR_REVIEW_FIELDS.flatMap((name) => (review[name] === undefined ? [] : [[name, review[name]]])),
      ),
    };
  },
  ofAccount: competitorReviewsOfAccount,
};
