/** Performance of posts: of an account or some locations together, and location by location. */
import { directory } from '../business/repository/directory.ts';
import type { Site } from '../connectors/repository/channels.ts';
import { dayOf } from '../contract/days.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { countsPartition } from '../insight/repository/counts.ts';
import type { FoundLocation, Scope } from './find-locations.ts';
import { addCounts, channelWise, growthReply, rangesOf, type Totals, totalsReply } from './rules/performance.ts';

/** Days, in epoch milliseconds at which they begin, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

export interface PerformanceQuery {
  readonly days: Days;
  readonly comparison: Days | undefined;
  readonly sites: readonly Site[];
  /** All of the account where it is empty. */
  readonly locations: readonly number[];
  readonly page: number;
  readonly size: number;
}

interface Place extends FoundLocation {
  readonly number: number;
}

const AT_ONCE = 10;
const ALL = 100_000;

/** The locations of an account, in order of number. */
const placesOf = async (store: PartnerStore, scope: Scope): Promise<readonly Place[]> => {
  const children = await directory(store).childrenIn(scope.accountNumber, { start: 0, end: ALL });
  return children
    .filter(({ isAccount }) => !isAccount)
    .map(({ number, name, externalReferenceId = null }) => ({ number, name, externalReferenceId }));
};

/** The counts of locations or of an account in these days. */
const countsOf = async (
  { table, partnerId }: PartnerStore,
  numbers: readonly number[],
  days: Days,
  sites: readonly Site[],
): Promise<ReadonlyMap<number, Totals>> => {
  const totals = new Map(numbers.map((number): [number, Totals] => [number, new Map()]));
  const reads = numbers.flatMap((number) => rangesOf(days.first, days.last).map((range) => ({ number, range })));
  await withConcurrency(reads, AT_ONCE, async ({ number, range: [from, to] }) => {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': countsPartition(partnerId, number), ':from': from, ':to': to },
    });
    for await (const page of pages) for (const item of page) addCounts(totals.get(number)!, item, sites);
  });
  return totals;
};

const together = (all: ReadonlyMap<number, Totals>): Totals => {
  const sum: Totals = new Map();
  for (const totals of all.values()) {
    for (const [site, { posts, impressions, engagements }] of totals) {
      const own = sum.get(site) ?? { posts: 0, impressions: 0, engagements: 0 };
      own.posts += posts;
      own.impressions += impressions;
      own.engagements += engagements;
      sum.set(site, own);
    }
  }
  return sum;
};

const pointOf = ({ number, name, externalReferenceId }: Place, days: Days, totals: Totals) => ({
  label: name,
  startDate: dayOf(days.first),
  endDate: dayOf(days.last),
  locationId: number,
  businessNumber: number,
  externalReferenceId,
  channelWiseData: channelWise(totals),
});

/**
 * The report. Numbers that were reported just now are counted within some seconds.
 *
 * @param named - the locations that it is of; `undefined` for all of the account
 */
export const performanceOf = async (
  store: PartnerStore,
  scope: Scope,
  named: ReadonlyMap<number, FoundLocation> | undefined,
  { days, comparison, sites, page, size }: PerformanceQuery,
) => {
  const places = named
    ? [...named].map(([number, found]) => ({ number, ...found })).toSorted((a, b) => a.number - b.number)
    : await placesOf(store, scope);
  const summed = named ? places.map(({ number }) => number) : [scope.accountNumber];
  const shown = places.slice((page - 1) * size, page * size);
  const numbers = shown.map(({ number }) => number);
  const read = async (of: Days) => ({
    of,
    total: together(await countsOf(store, summed, of, sites)),
    byPlace: await countsOf(store, numbers, of, sites),
  });
  const actual = await read(days);
  const compare = comparison && (await read(comparison));
  const point = (place: Place, { of, byPlace }: typeof actual) => pointOf(place, of, byPlace.get(place.number)!);
  return {
    summary: {
      actual: { ...totalsReply(actual.total, places.length), ...growthReply(actual.total, compare?.total) },
      compare: compare ? totalsReply(compare.total, places.length) : null,
    },
    dataPoints: shown.map((place) => ({
      actual: point(place, actual),
      compare: compare ? point(place, compare) : null,
    })),
  };
};
