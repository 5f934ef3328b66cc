/** Lists of reviews: which they are by the indexes, then the reviews themselves, no more than a request may read. */
import type { PageWindow } from '../../contract/page-window.ts';
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, keyText, NAMESAKES, sortable } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import { type ReadBudget, readBudget } from '../../dynamodb/table/read-units.ts';
import type { ReviewChoice } from '../rules/choice.ts';
import { reviewFrom, reviewsOfAccount, reviewsOfLocation, type StoredReview } from './review.ts';
import { type Row, rowFrom, withSortedTies } from './review-rows.ts';

/** A kind of reviews: where its lists are, and how its items are read. */
export interface ReviewKind<Stored> {
  readonly ofAccount: (partnerId: string, accountNumber: number) => string;
  /** The list of one location. */
  readonly ofLocation: (partnerId: string, number: number) => string;
  readonly from: (item: Item) => Stored;
}

/** The reviews of an account, or of one of its locations. */
export interface ReviewPlace {
  readonly accountNumber: number;
  readonly businessNumber?: number | undefined;
  /** Of these locations alone; all where it is left out. */
  readonly locations?: ReadonlySet<number> | undefined;
  /** Whether these locations are nearly all that have reviews: more rows are then read in a call. */
  readonly isNearlyAll?: boolean;
}

/**
 * The reviews; or why there are none: a page, or what a text is looked for in, that is more than one request may read.
 */
export type FoundReviews<Stored = StoredReview> =
  | { readonly reviews: readonly Stored[] }
  | { readonly refused: 'too-large' | 'too-wide' };

/** The order of a list. */
export interface ReviewOrder {
  /** The newest first by default. */
  readonly oldestFirst?: boolean;
  /** Reviews of one moment by location and id, ascending in both orders. By default they follow the index. */
  readonly tiesAscending?: boolean;
}

/** What a request may read of reviews, in read units (docs/costs.md: the most expensive requests). */
const MOST_UNITS = 900;
/** Rows of a call, at most: about 1 MB of them; and where some of them may not be chosen. */
const PAGE = 4000;
const NARROWED_PAGE = 500;
const CHUNK = 100;
/** Sorts behind what any sort key goes on with. */
const PAST = '~';

const isChosen = <Value>(chosen: ReadonlySet<Value> | undefined, value: Value): boolean =>
  chosen === undefined || chosen.has(value);

/** Lists of one kind of reviews. They may be a second old. */
export const reviewLists = <Stored>(
  { table, partnerId }: PartnerStore,
  { ofAccount, ofLocation, from: reviewOf }: ReviewKind<Stored>,
  { oldestFirst = false, tiesAscending = false }: ReviewOrder = {},
) => {
  /** Rows of the chosen ones, the newest first, page after page. */
  const untied = async function* (
    { accountNumber, businessNumber, locations, isNearlyAll = false }: ReviewPlace,
    { from = 0, until, sources, ratings, hasText }: ReviewChoice<Stored>,
    most: number,
  ): AsyncGenerator<readonly Row[]> {
    const isNarrowed = [isNearlyAll ? undefined : locations, sources, ratings, hasText].some(
      (each) => each !== undefined,
    );
    const only = businessNumber ?? (locations?.size === 1 ? [...locations][0] : undefined);
    const index = only === undefined ? 'gsi1' : 'gsi2';
    const pages = table.query({
      IndexName: only === undefined ? INDEX : NAMESAKES,
      KeyConditionExpression: `${index}pk = :pk AND ${index}sk BETWEEN :from AND :until`,
      ExpressionAttributeValues: {
        ':pk': only === undefined ? ofAccount(partnerId, accountNumber) : ofLocation(partnerId, only),
        ':from': sortable(Math.max(0, from)),
        ':until': until === undefined ? PAST : sortable(Math.max(0, until)),
      },
      ProjectionExpression: `pk, sk, ${index}sk`,
      ScanIndexForward: oldestFirst,
      Limit: isNarrowed ? NARROWED_PAGE : Math.min(PAGE, most),
    });
    // What fits into one call is not followed by another.
    for await (const page of !isNarrowed && most > PAGE ? readAhead(pages) : pages) {
      yield page
        .map((item) => rowFrom(item, `${index}sk`))
        .filter(
          (row) =>
            isChosen(locations, row.businessNumber) &&
            isChosen(sources, row.sourceAlias) &&
            isChosen(ratings, row.rating),
        );
    }
  };

  const rowsOf = (...asked: Parameters<typeof untied>): AsyncGenerator<readonly Row[]> =>
    tiesAscending ? withSortedTies(untied(...asked)) : untied(...asked);

  /** The reviews of these rows, in their order; `undefined` where they are more than may be read. */
  const read = async (rows: readonly Row[], budget: ReadBudget): Promise<readonly Stored[] | undefined> => {
    budget.spend(rows.reduce((sum, { units }) => sum + units, 0));
    if (budget.left() < 0) return undefined;
    const items = await table.batchGet(
      rows.map(({ key }) => key),
      { consistent: false },
    );
    const byKey = new Map(items.map((item) => [keyText(item), item]));
    return rows.flatMap(({ key }) => {
      const item = byKey.get(keyText(key));
      return item ? [reviewOf(item)] : [];
    });
  };

  /** The page of those that are chosen by their rows. */
  const pageOf = async (
    place: ReviewPlace,
    choice: ReviewChoice<Stored>,
    { start, end }: PageWindow,
  ): Promise<FoundReviews<Stored>> => {
    const found: Row[] = [];
    let seen = 0;
    for await (const rows of rowsOf(place, choice, end)) {
      found.push(...rows.slice(Math.max(0, start - seen), Math.max(0, end - seen)));
      seen += rows.length;
      if (seen >= end) break;
    }
    const page = await read(found, readBudget(MOST_UNITS));
    return page ? { reviews: page } : { refused: 'too-large' };
  };

  /** The page of those that are chosen by what they say: each is read until the page is full. */
  const searched = async (
    place: ReviewPlace,
    choice: ReviewChoice<Stored>,
    hasText: (review: Stored) => boolean,
    { start, end }: PageWindow,
  ): Promise<FoundReviews<Stored>> => {
    const budget = readBudget(MOST_UNITS);
    const found: Stored[] = [];
    for await (const rows of rowsOf(place, choice, end)) {
      for (const chunk of chunksOf(rows, CHUNK)) {
        const some = await read(chunk, budget);
        if (!some) return { refused: 'too-wide' };
        found.push(...some.filter(hasText));
        if (found.length >= end) return { reviews: found.slice(start, end) };
      }
    }
    return { reviews: found.slice(start) };
  };

  return {
    /** A page of the chosen ones. */
    find: (place: ReviewPlace, choice: ReviewChoice<Stored>, window: PageWindow): Promise<FoundReviews<Stored>> =>
      choice.hasText ? searched(place, choice, choice.hasText, window) : pageOf(place, choice, window),
  };
};

const REVIEWS: ReviewKind<StoredReview> = {
  ofAccount: reviewsOfAccount,
  ofLocation: reviewsOfLocation,
  from: reviewFrom,
};

/** Reviews of a partner's locations, the newest first. */
export const reviews = ((store) => reviewLists(store, REVIEWS)) satisfies Opened<unknown>;
