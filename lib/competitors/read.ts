/** Lists of competitors and of what customers say of them. */
import { places } from '../contacts/repository/place.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { countedCompetitor, counts } from '../insight/repository/counts.ts';
import { type ReviewKind, reviewLists } from '../reviews/repository/reviews.ts';
import { chosenCompetitors } from './chosen.ts';
import { pageTooLarge } from './contracts/competitor-reviews.ts';
import { MOST_WEIGHED, tooManyWeighed } from './contracts/review-metrics.ts';
import { brandReply, competitorReviewReply, namedReply } from './reply.ts';
import { brandsOf, competingWith, competitorLists } from './repository/listed.ts';
import {
  competitorReviewFrom,
  competitorReviewsOfAccount,
  reviewsOfCompetitor,
  type StoredCompetitorReview,
} from './repository/review.ts';
import { inOrderOfRating, type Metrics, metricsOf } from './rules/metrics.ts';
import { daysOf, type ReviewQuery } from './rules/query.ts';

const REVIEWS: ReviewKind<StoredCompetitorReview> = {
  ofAccount: competitorReviewsOfAccount,
  ofLocation: reviewsOfCompetitor,
  from: competitorReviewFrom,
};

interface Asked {
  /** The number in the header. */
  readonly number: number;
  readonly query: ReviewQuery;
  readonly window: PageWindow;
}

type Listed<Row> = { readonly rows: readonly Row[] } | { readonly refused: ErrorEntry };

/** A page of brands with their locations; `undefined` if the number is none of the partner's. */
export const listedCompetitors = async (store: PartnerStore, number: number, { start, end }: PageWindow) => {
  const place = await places(store).find(number);
  if (!place) return undefined;
  const { accountNumber, businessNumber } = place;
  const all = brandsOf(await competitorLists(store).items(accountNumber));
  const page = (businessNumber === undefined ? all : competingWith(all, businessNumber)).slice(start, end);
  const ids = page.flatMap(({ locations }) => locations.map(({ compAccountId }) => countedCompetitor(compAccountId)));
  const counted = await counts(store).totals(ids);
  return page.map((brand) => brandReply(brand, (id) => counted.get(countedCompetitor(id))?.reviews ?? []));
};

/** A page of reviews. Those of a competitor that was deleted are not in it, also before they are removed. */
export const reviewsIn = async (
  store: PartnerStore,
  { number, query, window, oldestFirst }: Asked & { readonly oldestFirst: boolean },
): Promise<Listed<ReturnType<typeof competitorReviewReply>>> => {
  const chosen = await chosenCompetitors(store, number, query);
  if ('refused' in chosen) return chosen;
  const { accountNumber, isAll } = chosen;
  const byId = new Map(chosen.locations.map((each) => [each.compAccountId, each]));
  if (byId.size === 0) return { rows: [] };
  const { find } = reviewLists(store, REVIEWS, { oldestFirst, tiesAscending: true });
  const place = { accountNumber, locations: new Set(byId.keys()), isNearlyAll: isAll };
  const { from, until, sources } = query;
  const found = await find(place, { from, until, sources }, window);
  if ('refused' in found) return { refused: pageTooLarge };
  return { rows: found.reviews.map((review) => competitorReviewReply(review, byId.get(review.compAccountId)!)) };
};

const NOTHING = { reviews: [], responded: new Map<string, number>() };

/** A page of competitor locations with their metrics. */
export const metricsIn = async (
  store: PartnerStore,
  { number, query, window: { start, end }, highestFirst }: Asked & { readonly highestFirst: boolean },
): Promise<Listed<ReturnType<typeof namedReply> & Metrics>> => {
  const chosen = await chosenCompetitors(store, number, query);
  if ('refused' in chosen) return chosen;
  if (chosen.locations.length > MOST_WEIGHED) return { refused: tooManyWeighed };
  const { between, totals } = counts(store);
  const ids = chosen.locations.map(({ compAccountId }) => countedCompetitor(compAccountId));
  const { first, last } = daysOf(query);
  const isAllTime = first === undefined && last === undefined;
  const counted = await (isAllTime ? totals(ids) : between(ids, { first, last }));
  const rows = chosen.locations
    .map((each) => ({
      ...namedReply(each),
      ...metricsOf(counted.get(countedCompetitor(each.compAccountId)) ?? NOTHING, query.sources),
    }))
    .toSorted(inOrderOfRating(highestFirst));
  return { rows: rows.slice(start, end) };
};
