/** A review of a location, as the site that it comes from has it. */
import { findReviewSource } from '../../../../lib/catalog/review-sources.ts';
import { erasureKey } from '../../../../lib/contacts/repository/erasure.ts';
import { absoluteUrl, identifier, maxLine, maxText, text } from '../../../../lib/contract/atoms.ts';
import {
  erasedReview,
  REVIEW_FIELDS,
  type Review,
  reviewEntity,
  reviewFrom,
  reviewItem,
  reviewsOfAccount,
} from '../../../../lib/reviews/repository/review.ts';
import { bring } from '../bring.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

const reviewer = { type: 'object', properties: { firstName: maxLine(100), lastName: maxLine(100) } } as const;
const rating = { type: 'number', minimum: 0, maximum: 5 } as const;

const MOST_TAGS = 50;

const TIMES = ['reviewDate', 'responseDate'] as const;

/** Who was erased for good does not come back with an old file. */
const withoutErased = async (
  { table }: LoadContext,
  owner: { readonly partnerId: string; readonly accountNumber: number },
  review: Review,
): Promise<Review> => {
  if (review.customerId === undefined || !(await table.get(erasureKey(owner, review.customerId)))) return review;
  return Object.fromEntries(Object.entries(review).filter(([name]) => !(name in erasedReview))) as unknown as Review;
};

export const reviewLine: LineKind = {
  entity: reviewEntity,
  pass: 3,
  schema: lineOf(
    { businessNumber: positive, reviewId: maxLine(200), sourceAlias: text, rating, reviewDate: pointInTime },
    {
      comments: maxText(20_000),
      title: maxText(500),
      reviewer,
      response: maxText(20_000),
      responseDate: pointInTime,
      reviewUrl: absoluteUrl,
      customerId: identifier,
      tags: { type: 'array', items: maxLine(100), maxItems: MOST_TAGS },
    },
  ),
  read(fields) {
    const sent = inUtc(fields as unknown as Review, TIMES);
    if ('refused' in sent) return sent;
    const { businessNumber, reviewId } = sent;
    const source = findReviewSource(sent.sourceAlias);
    if (!source) return refused(`review source ${sent.sourceAlias} does not exist`);
    if (Number(sent.rating.toFixed(1)) !== sent.rating) return refused('rating must have at most one decimal');
    const early = TIMES.find((name) => Date.parse(sent[name] ?? '') < 0);
    if (early) return refused(`${early} must not be before 1970`);
    const review: Review = { ...sent, sourceAlias: source.alias };
    return {
      about: `review ${reviewId} of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        const kept = await withoutErased(context, owner, review);
        return bring(context, { fresh: reviewItem(partnerId, { ...kept, accountNumber }) });
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
