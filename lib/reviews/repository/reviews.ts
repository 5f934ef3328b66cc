/** Lists of reviews: which they are by the indexes, then the reviews themselves, no more than a request may read. */
import type { PageWindow } from '../../contract/page-window.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { INDEX, type Key, keyText, NAMESAKES, sortable } from '../../dynamodb/keys.ts';
import { chunksOf } from '../../dynamodb/lanes.ts';
import { keyOf } from '../../dynamodb/parts.ts';
import { readAhead } from '../../dynamodb/read-ahead.ts';
import { type ReadBudget, readBudget } from '../../dynamodb/read-units.ts';
import type { ReviewChoice } from '../rules/choice.ts';
import { reviewFrom, reviewsOfAccount, reviewsOfLocation, type StoredReview } from './review.ts';

/** The reviews of an account, or of one of its locations. */
export interface ReviewPlace {
  readonly accountNumber: number;
  readonly businessNumber?: number | undefined;
  /** Of these locations alone; all where it is left out. */
  readonly locations?: ReadonlySet<number> | undefined;
}

/** The reviews; or why there are none: a page, or what a text is looked for in, that is more than one request may read. */
export type FoundReviews =
  | { readonly reviews: readonly StoredReview[] }
  | { readonly refused: 'too-large' | 'too-wide' };

/** What a request may read of reviews, in read units (docs/costs.md: the most costly requests). */
const MOST_UNITS = 900;
/** Rows of a call, at most: about 1 MB of them; and where some of them may not be chosen. */
const PAGE = 4000;
const NARROWED_PAGE = 500;
const CHUNK = 100;
/** Sorts behind what any sort key goes on with. */
const PAST = '~';

/** What a row of an index tells of a review. */
interface Row {
  readonly key: Key;
  readonly businessNumber: number;
  readonly sourceAlias: string;
  readonly rating: number;
  /** What reading it takes. */
  readonly units: number;
}

const rowFrom = (item: Item, sortKey: string): Row => {
  const [, businessNumber, sourceAlias = '', rating, blocks] = String(item[sortKey]).split('#');
  return {
    key: keyOf(item),
    businessNumber: Number(businessNumber),
    sourceAlias,
    rating: Number(rating),
    units: Number(blocks) / 2,
  };
};

const isChosen = <Value>(chosen: ReadonlySet<Value> | undefined, value: Value): boolean =>
  chosen === undefined || chosen.has(value);

/** Reviews of a partner. They may be a second old, as lists are. */
export const reviews = (({ table, partnerId }) => {
  /** Rows of the chosen ones, the newest first, page after page. */
  const rowsOf = async function* (
    { accountNumber, businessNumber, locations }: ReviewPlace,
    { from = 0, until, sources, ratings, hasText }: ReviewChoice,
    most: number,
  ): AsyncGenerator<readonly Row[]> {
    const isNarrowed = [locations, sources, ratings, hasText].some((each) => each !== undefined);
    const only = businessNumber ?? (locations?.size === 1 ? [...locations][0] : undefined);
    const index = only === undefined ? 'gsi1' : 'gsi2';
    const pages = table.query({
      IndexName: only === undefined ? INDEX : NAMESAKES,
      KeyConditionExpression: `${index}pk = :pk AND ${index}sk BETWEEN :from AND :until`,
      ExpressionAttributeValues: {
        ':pk': only === undefined ? reviewsOfAccount(partnerId, accountNumber) : reviewsOfLocation(partnerId, only),
        ':from': sortable(Math.max(0, from)),
        ':until': until === undefined ? PAST : sortable(Math.max(0, until)),
      },
      ProjectionExpression: `pk, sk, ${index}sk`,
      ScanIndexForward: false,
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

  /** The reviews of these rows, in their order; `undefined` where they are more than may be read. */
  const read = async (rows: readonly Row[], budget: ReadBudget): Promise<readonly StoredReview[] | undefined> => {
    budget.spend(rows.reduce((sum, { units }) => sum + units, 0));
    if (budget.left() < 0) return undefined;
    const items = await table.batchGet(
      rows.map(({ key }) => key),
      { consistent: false },
    );
    const byKey = new Map(items.map((item) => [keyText(item), item]));
    return rows.flatMap(({ key }) => {
      const item = byKey.get(keyText(key));
      return item ? [reviewFrom(item)] : [];
    });
  };

  /** The page of those that are chosen by what their rows tell. */
  const pageOf = async (
    place: ReviewPlace,
    choice: ReviewChoice,
    { start, end }: PageWindow,
  ): Promise<FoundReviews> => {
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
    choice: ReviewChoice,
    hasText: NonNullable<ReviewChoice['hasText']>,
    { start, end }: PageWindow,
  ): Promise<FoundReviews> => {
    const budget = readBudget(MOST_UNITS);
    const found: StoredReview[] = [];
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
    /** A page of the chosen ones, the newest first. */
    find: (place: ReviewPlace, choice: ReviewChoice, window: PageWindow): Promise<FoundReviews> =>
      choice.hasText ? searched(place, choice, choice.hasText, window) : pageOf(place, choice, window),
  };
}) satisfies Opened<unknown>;
