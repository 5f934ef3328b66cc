/** The line of a review of a location, in the form of the site that it comes from. */
import { erasureKey } from '../../../lib/contacts/repository/erasure.ts';
import { identifier, maxLine } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { analysisIn } from '../../../lib/reviews/repository/analysis.ts';
import {
  erasedReview,
  REVIEW_FIELDS,
  type Review,
  reviewFrom,
  reviewItem,
  reviewsOfAccount,
  type StoredReview,
  withheldMarks,
} from '../../../lib/reviews/repository/review.ts';
import { reviewEntity } from '../../../lib/reviews/repository/review-entity.ts';
import { analysisOf } from '../analysis/review-analysis.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused } from './line.ts';
import { readReview, reviewOptions, reviewRequired } from './review-fields.ts';

const MOST_TAGS = 50;

/**
 * The review without its author, if that person was erased: an old file must not bring their data back. It was analysed
 * with its text.
 */
const withoutErased = async (
  { table }: LoadContext,
  owner: { readonly partnerId: string; readonly accountNumber: number },
  review: StoredReview,
): Promise<StoredReview> => {
  if (review.customerId === undefined || !(await table.get(erasureKey(owner, review.customerId)))) return review;
  const kept = Object.fromEntries(Object.entries(review).filter(([name]) => !(name in erasedReview)));
  return { ...(kept as unknown as StoredReview), ...withheldMarks(review) };
};

const keptMarks = (found: Item): Pick<StoredReview, 'withheld' | 'answered'> => ({
  withheld: true,
  ...(found.answered === true && { answered: true }),
});

/** An exported line of a review whose text an erasure took must not replace its analysis by one without the text. */
const overWithheld =
  (partnerId: string, review: StoredReview, fresh: Item) =>
  (found: Item): Item =>
    found.withheld && review.comments === undefined
      ? reviewItem(partnerId, { ...review, ...analysisIn(found), ...keptMarks(found) })
      : fresh;

export const reviewLine: LineKind = {
  entity: reviewEntity,
  pass: 3,
  schema: lineOf(
    { businessNumber: positive, ...reviewRequired },
    {
      ...reviewOptions,
      customerId: identifier,
      tags: { type: 'array', items: maxLine(100), maxItems: MOST_TAGS },
    },
  ),
  read(fields) {
    const review = readReview(fields as unknown as Review);
    if ('refused' in review) return review;
    const { businessNumber, reviewId } = review;
    return {
      about: `review ${reviewId} of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        const kept = await withoutErased(context, owner, { ...review, ...analysisOf(review), accountNumber });
        const fresh = reviewItem(partnerId, kept);
        return upsert(context, { fresh, over: overWithheld(partnerId, kept, fresh) });
      },
    };
  },
  lineOf(item) {
    const review = reviewFrom(item);
    return {
      type: 'review',
      ...Object.fromEntries(
        REVIEW_FIELDS.flatMap((name) => (review[name] === undefined ? [] : [[name, review[name]]])),
      ),
    };
  },
  ofAccount: reviewsOfAccount,
};
