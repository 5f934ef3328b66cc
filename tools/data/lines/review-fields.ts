/** The fields that lines of reviews share, whether of own locations or of competitors. */
import { findReviewSource } from '../../../lib/catalog/review-sources.ts';
import { absoluteUrl, maxLine, maxText, text } from '../../../lib/contract/atoms.ts';
import type { Review } from '../../../lib/reviews/repository/review.ts';
import { type Refused, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

const reviewer = { type: 'object', properties: { firstName: maxLine(100), lastName: maxLine(100) } } as const;
const rating = { type: 'number', minimum: 0, maximum: 5 } as const;

export const reviewRequired = {
  reviewId: maxLine(200),
  sourceAlias: text,
  rating,
  reviewDate: pointInTime,
} as const;

export const reviewOptions = {
  comments: maxText(20_000),
  title: maxText(500),
  reviewer,
  response: maxText(20_000),
  responseDate: pointInTime,
  reviewUrl: absoluteUrl,
} as const;

const TIMES = ['reviewDate', 'responseDate'] as const;

/** The review, with its times in UTC and its source as the catalogue spells it; or what is wrong with it. */
export const readReview = <Fields extends Pick<Review, 'sourceAlias' | 'rating' | 'reviewDate' | 'responseDate'>>(
  fields: Fields,
): Fields | Refused => {
  const sent = inUtc(fields, TIMES);
  if ('refused' in sent) return sent;
  const source = findReviewSource(sent.sourceAlias);
  if (!source) return refused(`review source ${sent.sourceAlias} does not exist`);
  if (Number(sent.rating.toFixed(1)) !== sent.rating) return refused('rating must have at most one decimal');
  const early = TIMES.find((name) => Date.parse(sent[name] ?? '') < 0);
  if (early) return refused(`${early} must not be before 1970`);
  return { ...sent, sourceAlias: source.alias };
};
