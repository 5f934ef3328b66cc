/**
 * Reviews: one item each, at the location that it is about. They come by data files alone. The sort keys of the indexes say
 * when, of which source and how good, so that a page of a list is found without reading what reviews say.
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { chunksOf } from '../../dynamodb/lanes.ts';
import { firstMark } from '../../dynamodb/marks.ts';
import { deletionOf, lyingAt } from '../../dynamodb/parts.ts';
import { blocksOf } from '../../dynamodb/read-units.ts';
import { recordBytes } from '../../dynamodb/record-size.ts';

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

/** A review as it is stored, with whose it is. */
export interface StoredReview extends Review {
  readonly accountNumber: number;
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

/** So many are removed in one transaction. */
const AT_ONCE = 50;

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/** Where the reviews of a location lie in the table; its list in the second index has the same name. */
export const reviewsOfLocation = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'BUSINESS', businessNumber, 'REVIEWS');

/** Where the first index lists the reviews of an account. */
export const reviewsOfAccount = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'REVIEWS');

export const reviewEntity: Entity = {
  type: REVIEW,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>#REVIEWS',
    sk: '<review id>',
    index: [
      'P#<partner>#ACCOUNT#<account>#REVIEWS',
      '<milliseconds of its date>#<location>#<source>#<rating>#<blocks of 4 KB>',
    ],
  },
  answers: 'What did customers write of this location, and of this account, the newest first?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'reviewId', 'sourceAlias', 'rating', 'reviewDate'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: text,
      reviewId: text,
      sourceAlias: text,
      rating: { type: 'number', minimum: 0, maximum: 5 },
      reviewDate: text,
      customerId: number,
      tags: { type: 'array', items: text },
      version: number,
      p0: text,
    },
  },
  exported: 'line',
  personal: true,
  audit: { shows: 'names', id: ({ reviewId }) => reviewId },
  removal: {
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      for await (const keys of lyingAt(table, reviewsOfLocation(partnerId, businessNumber))) {
        for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
      }
    },
    withAccount: 'goes with its location',
  },
};

export const reviewKey = (
  partnerId: string,
  { businessNumber, reviewId }: Pick<Review, 'businessNumber' | 'reviewId'>,
): Key => ({
  pk: reviewsOfLocation(partnerId, businessNumber),
  sk: reviewId,
});

/** Keys, marks and the like of an item, at most. */
const BESIDE_RECORD = 900;

const timeIn = (reviewDate: string): number => Math.max(0, Date.parse(reviewDate));

/** How lists sort: by date, and among reviews of one moment by location. */
const sortKeyOf = ({ reviewDate, businessNumber, sourceAlias, rating }: Review, bytes: number): string =>
  joined(sortable(timeIn(reviewDate)), sortable(businessNumber), sourceAlias, rating, blocksOf(bytes + BESIDE_RECORD));

/** A new item for a review. */
export const reviewItem = (partnerId: string, review: StoredReview): Item => {
  const record = { ...review, partnerId };
  const bytes = recordBytes(record);
  const listed = sortKeyOf(review, bytes);
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
  accountNumber: Number(item.accountNumber),
});

/** What an erasure changes of the reviews of a person: what they say of them goes, what they count for stays. */
export const erasedReview: Readonly<Record<string, null>> = {
  reviewer: null,
  comments: null,
  response: null,
  customerId: null,
};
