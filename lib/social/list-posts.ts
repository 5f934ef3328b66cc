/** Posts of an account by the day of their time, the latest first. */
import type { Item } from '../dynamodb/table/attributes.ts';
import { INDEX, keyText, sortableTime } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { MOST_PAGE_UNITS, pageUnits, type ReadBudget } from '../dynamodb/table/read-units.ts';
import { readWithin } from '../dynamodb/table/read-within.ts';
import type { Scope } from './find-locations.ts';
import { earliestKept, listedFrom, locationsOf, postFrom, postKey, postsPartition } from './repository/post.ts';

const MOST = 10_000;
const LATEST = 9_999_999_999_999;
/** Posts of one call. */
const AT_ONCE = 10;

export interface PostQuery {
  /** Epoch milliseconds, the end not included. */
  readonly from: number;
  readonly until: number;
  readonly sites: readonly string[];
  readonly states: readonly string[];
  /** Posts that name any of these; all where it is empty. */
  readonly locations: readonly number[];
  readonly start: number;
  readonly size: number;
}

type Row = ReturnType<typeof listedFrom>;

const within = (at: number): string => sortableTime(Math.min(Math.max(0, at), LATEST));

const byTime = (a: Row, b: Row): number => {
  if (a.time !== b.time) return b.time - a.time;
  return a.trackingId < b.trackingId ? -1 : 1;
};

/** The rows of the index within the days, but of what has expired; `undefined` where there are too many. */
const rowsOf = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  { until, sites, states, locations, ...query }: PostQuery,
  budget: ReadBudget,
): Promise<readonly Row[] | undefined> => {
  const wanted = new Set(locations);
  const from = Math.max(query.from, earliestKept());
  if (from > until) return [];
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :until',
    ExpressionAttributeValues: {
      ':pk': postsPartition(partnerId, accountNumber),
      ':from': within(from),
      ':until': within(until),
    },
  });
  const rows: Row[] = [];
  let seen = 0;
  for await (const page of pages) {
    budget.spend(pageUnits(page));
    seen += page.length;
    if (seen > MOST || budget.left() < MOST_PAGE_UNITS) return undefined;
    const own = page.filter(({ businessNumbers = [] }) =>
      (businessNumbers as readonly number[]).some((number) => wanted.has(number)),
    );
    rows.push(...(wanted.size > 0 ? own : page).map(listedFrom));
  }
  const isMeant = ({ socialSite, status }: Row) =>
    (sites.length === 0 || sites.includes(socialSite)) && (states.length === 0 || states.includes(status));
  return rows.filter(isMeant).toSorted(byTime);
};

/** The posts of a page, in its order; `undefined` where they are too large. */
const postsOf = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  rows: readonly Row[],
  budget: ReadBudget,
): Promise<readonly Item[] | undefined> => {
  const keys = rows.map(({ trackingId }) => postKey({ partnerId, accountNumber, trackingId }));
  const found = await readWithin(table, keys, { budget, consistent: false, atOnce: AT_ONCE });
  return found && keys.map((key) => found.get(keyText(key))).filter((item) => item !== undefined);
};

const postReply = (item: Item) => {
  const post = postFrom(item);
  const { trackingId, socialSite, text, time: scheduleTimestamp, status: state, createdAt } = post;
  return { trackingId, socialSite, text, scheduleTimestamp, state, locations: locationsOf(post).length, createdAt };
};

/**
 * A page, and how many there are; `undefined` where the days have too many posts, or the page more than the budget allows. It
 * may be a second old.
 */
export const postPage = async (
  store: PartnerStore,
  { accountNumber, location }: Scope,
  query: PostQuery,
  budget: ReadBudget,
) => {
  const own = location === undefined ? query.locations : [location];
  const rows = await rowsOf(store, accountNumber, { ...query, locations: own }, budget);
  const shown = rows?.slice(query.start, query.start + query.size);
  const page = shown && (await postsOf(store, accountNumber, shown, budget));
  return rows && page && { totalCount: rows.length, posts: page.map(postReply) };
};
