/**
 * Reviews: one item each, at the location that it is about. They come by data files alone. The sort keys of the indexes say
 * when, of which source and how good, so that a page of a list is found without reading what reviews say.
 */

import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { blocksOf } from '../../dynamodb/table/read-units.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { analysisIn, type ReviewAnalysis } from './analysis.ts';

/** The type of its items. */
export const REVIEW = 'review';

export interface Reviewer {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export interface Review {
  readonly businessNumber: number;
  /** Of the site that it comes from; unique at its location. */
  readonly reviewId: string;
  /** Of the catalogue of review sources. */
  readonly sourceAlias: string;
  /** 0 to 5, to one decimal at most. */
  readonly rating: number;
  /** ISO 8601, in UTC: it belongs to this day. */
  readonly reviewDate: string;
  readonly title?: string | undefined;
  readonly comments?: string | undefined;
  readonly reviewer?: Reviewer | undefined;
  /** What the location has answered to it. */
  readonly response?: string | undefined;
  /** ISO 8601, in UTC. */
  readonly responseDate?: string | undefined;
  readonly reviewUrl?: string | undefined;
  /** The contact who wrote it, where that is known. */
  readonly customerId?: number | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** A review as it is stored, with whose it is and what it says. */
export interface StoredReview extends Review, ReviewAnalysis {
  readonly accountNumber: number;
  /** Its author was erased: the analysis is of a text that is no longer there. */
  readonly withheld?: true | undefined;
  /** It had a response without a date, which went with its text: it still counts as answered. */
  readonly answered?: true | undefined;
}

/** The fields of a review, in the order in which data files write them. */
export const REVIEW_FIELDS = [
  'businessNumber',
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
  'customerId',
  'tags',
] as const satisfies readonly (keyof Review)[];

/** Where the reviews of a location lie in the table; its list in the second index has the same name. */
export const reviewsOfLocation = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'BUSINESS', businessNumber, 'REVIEWS');

/** Where the first index lists the reviews of an account. */
export const reviewsOfAccount = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'REVIEWS');

export const reviewKey = (
  partnerId: string,
  { businessNumber, reviewId }: Pick<Review, 'businessNumber' | 'reviewId'>,
): Key => ({
  pk: reviewsOfLocation(partnerId, businessNumber),
  sk: reviewId,
});

/** Keys, marks and the like of an item, at most. */
const ADJACENT_TO_RECORD = 900;

const timeIn = (reviewDate: string): number => Math.max(0, Date.parse(reviewDate));

/** How lists sort: by date, and among reviews of one moment by location; `of` is its number. */
export const reviewSortKey = (
  {
    reviewDate,
    of,
    sourceAlias,
    rating,
  }: Pick<Review, 'reviewDate' | 'sourceAlias' | 'rating'> & { readonly of: number },
  bytes: number,
): string =>
  joined(sortable(timeIn(reviewDate)), sortable(of), sourceAlias, rating, blocksOf(bytes + ADJACENT_TO_RECORD));

/** A new item for a review. */
export const reviewItem = (partnerId: string, review: StoredReview): Item => {
  const record = { ...review, partnerId };
  const bytes = recordBytes(record);
  const listed = reviewSortKey({ ...review, of: review.businessNumber }, bytes);
  return itemOf(
    REVIEW,
    { ...record, ...firstMark(), bytes },
    {
      ...reviewKey(partnerId, review),
      gsi1pk: reviewsOfAccount(partnerId, review.accountNumber),
      gsi1sk: listed,
      gsi2pk: reviewsOfLocation(partnerId, review.businessNumber),
      gsi2sk: listed,
    },
  );
};

/** The opposite of `reviewItem`. */
export const reviewFrom = (item: Item): StoredReview => ({
  ...(Object.fromEntries(
    REVIEW_FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as unknown as Review),
  ...analysisIn(item),
  ...(item.answered === true && { answered: true }),
  accountNumber: Number(item.accountNumber),
});

/** What an erasure takes of the reviews of a person. What they count for stays, and so does the analysis. */
export const erasedReview: Readonly<Record<string, null>> = {
  reviewer: null,
  comments: null,
  response: null,
  customerId: null,
};

/** Marks a review whose text goes, but whose analysis and counts stay. */
export const withheldMarks = ({
  response,
  responseDate,
}: Pick<Review, 'response' | 'responseDate'>): Pick<StoredReview, 'withheld' | 'answered'> => ({
  withheld: true,
  ...(response && !responseDate && { answered: true }),
});
