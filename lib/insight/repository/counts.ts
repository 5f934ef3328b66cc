/**
 * Counts: what responses and reviews come to, by location and day, by location and month, and in all; of an account,
 * its reviews in all. They follow the records by the table's stream, and go when there is nothing left to count
 * (docs/insight.md: counts).
 */
import { withConcurrency } from '../../dynamodb/client/concurrency.ts';
import type { Contribution, Sums } from '../../dynamodb/stream/change.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { ITEM_VERSION, type Opened } from '../../dynamodb/table/entity.ts';
import { expiryAfter } from '../../dynamodb/table/expiry.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { pacedReads } from '../../dynamodb/table/paced-reads.ts';
import { pageUnits, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type Span, spansOf } from '../rules/periods.ts';
import { RECORDS, type Totals, totals } from '../rules/sums.ts';
import { firstDayOf, type Kind, rangeOf, TOTAL } from './count-ranges.ts';
import { insightsOfLocation } from './insight.ts';

/** What has counts: a location or an account, which share the numbers, or a competitor location, `C710001`. */
export type Counted = number | string;

/** Where a competitor location has its counts. */
export const countedCompetitor = (compAccountId: number): string => `C${compAccountId}`;

export const countsPartition = (partnerId: string, counted: Counted): string => ofPartner(partnerId, 'COUNTS', counted);

/** @param day - `2026-03-04` */
export const daySortKey = (day: string): string => `D#${day}`;
/** What reviews of a source say, by day and by month. @param day - `2026-03-04` */
export const termsSortKey = (day: string, sourceAlias: string): string => `T#${day}#${sourceAlias}`;
/** @param month - `2026-03` */
export const monthTermsSortKey = (month: string, sourceAlias: string): string => `U#${month}#${sourceAlias}`;
/** Insights of listings. @param month - `2026-03` */
export const monthInsightsSortKey = (month: string): string => `J#${month}`;
/** @param month - `2026-03` */
export const monthSortKey = (month: string): string => `M#${month}`;

/** What there is in all, of a location or of the reviews of an account. */
export const totalKey = (partnerId: string, counted: Counted): Key => ({
  pk: countsPartition(partnerId, counted),
  sk: TOTAL,
});

/** The items of a location that count what belongs to a day. */
export const countKeys = (partnerId: string, counted: Counted, day: string): readonly Key[] =>
  [daySortKey(day), monthSortKey(day.slice(0, 7)), TOTAL].map((sk) => ({
    pk: countsPartition(partnerId, counted),
    sk,
  }));

/** The counts of an account lie in parts: those of its locations change at once. */
const PARTS = 16;

/** The items that count a post: of its location, and of a part of its account, by day and by month. */
export const socialCountKeys = ({
  partnerId,
  accountNumber,
  businessNumber,
  day,
}: Pick<Contribution, 'partnerId' | 'accountNumber' | 'businessNumber' | 'day'>): readonly Key[] => {
  const spans = [daySortKey(day), monthSortKey(day.slice(0, 7))].map((sk) => `S#${sk}`);
  const part = String(businessNumber % PARTS).padStart(2, '0');
  return [
    ...spans.map((sk) => ({ pk: countsPartition(partnerId, businessNumber), sk })),
    ...spans.map((sk) => ({ pk: countsPartition(partnerId, accountNumber), sk: `${sk}#${part}` })),
  ];
};

/** Longer than the stream keeps a record (docs/insight.md: counts). */
const KEPT_SECONDS = 48 * 3600;

/** Takes a record of the stream, unless it was counted before. */
export const countedOnce = (partnerId: string, eventId: string): Action => ({
  Put: {
    Item: {
      pk: ofPartner(partnerId, 'COUNTED', eventId),
      sk: 'COUNTED',
      type: 'counted',
      v: ITEM_VERSION,
      expiresAtSeconds: expiryAfter(KEPT_SECONDS),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Adds to the sums of an item, whether it is there or not. */
export const addition = (Key: Key, sums: Sums, series?: Contribution['series']): Action => {
  const names = Object.keys(sums);
  return {
    Update: {
      Key,
      UpdateExpression: `SET #type = :type, v = :v ADD ${names.map((_, index) => `#${index} :${index}`).join(', ')}`,
      ExpressionAttributeNames: {
        '#type': 'type',
        ...Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
      },
      ExpressionAttributeValues: {
        ':type': series === 'social' ? 'socialCount' : 'count',
        ':v': ITEM_VERSION,
        ...Object.fromEntries(names.map((name, index) => [`:${index}`, sums[name]])),
      },
    },
  };
};

/** Removes an item that counts nothing any more. */
export const removalIfEmpty = (Key: Key) => ({
  Key,
  ConditionExpression: `${RECORDS} = :zero`,
  ExpressionAttributeValues: { ':zero': 0 } as Item,
});

/** The number of locations that are read at once. */
const AT_ONCE = 10;
/** Fewer and smaller ones within a budget, which the last one exceeds. */
const AT_ONCE_BUDGETED = 5;
/** Items of a call: of at most 2.5, 13 and 2.5 KB. */
const BUDGETED_PAGES = { figures: 150, terms: 28, insights: 150 } as const;
/** The read units of such a call, at most. */
const MOST_OF_PAGE = 47;

/** Reads counts, which may be some seconds old. */
export const counts = (({ table, partnerId }) => {
  const partitionOf = (counted: Counted, { of }: Span, kind: Kind): string =>
    kind === 'insights' && of === 'day'
      ? insightsOfLocation(partnerId, Number(counted))
      : countsPartition(partnerId, counted);

  /**
   * Calls `add` for each item of these locations within the spans, with its location and the first day that it counts.
   * One Query for each location and span, and for each further MB.
   *
   * @param options.budget - nothing more is read once it is spent
   */
  const each = async <Of extends Counted>(
    numbers: readonly Of[],
    spans: readonly Span[],
    add: (counted: Of, day: string, item: Item) => void,
    { budget, kind = 'figures' }: { readonly budget?: ReadBudget; readonly kind?: Kind } = {},
  ): Promise<void> => {
    const reads = numbers.flatMap((number) => spans.map((span) => ({ number, span })));
    const paced = budget && pacedReads(budget, MOST_OF_PAGE);
    await withConcurrency(reads, budget ? AT_ONCE_BUDGETED : AT_ONCE, async ({ number, span }) => {
      const [from, to] = rangeOf(span, kind);
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': partitionOf(number, span, kind), ':from': from, ':to': to },
        ...(budget && { Limit: BUDGETED_PAGES[kind] }),
      });
      for (let isDone = false; !isDone; ) {
        if (paced && !(await paced.begin())) return;
        let units = 0;
        try {
          const page = await pages.next();
          isDone = page.done === true;
          if (page.done) return;
          for (const item of page.value) add(number, firstDayOf(item), item);
          units = pageUnits(page.value);
        } finally {
          paced?.end(units);
        }
      }
    });
  };

  return {
    each,

    /**
     * What these count from one day to another, both inclusive and open if left out: `2026-03-04`. One Query for each and
     * each run of days or months.
     */
    between: async <Of extends Counted>(
      numbers: readonly Of[],
      { first, last }: { readonly first: string | undefined; readonly last: string | undefined },
    ): Promise<ReadonlyMap<Of, Totals>> => {
      const sums = new Map(numbers.map((number) => [number, totals()]));
      const isEmpty = first !== undefined && last !== undefined && first > last;
      await each(isEmpty ? [] : numbers, spansOf(first, last, true), (number, _, item) => sums.get(number)!.add(item));
      return new Map([...sums].map(([number, { found }]) => [number, found()]));
    },

    /** The totals of those that have any. One call for each 100. */
    totals: async <Of extends Counted>(numbers: readonly Of[]): Promise<ReadonlyMap<Of, Totals>> => {
      const keys = numbers.map((number) => totalKey(partnerId, number));
      const items = await table.batchGet(keys, { consistent: false });
      const byKey = new Map(items.map((item) => [String(item.pk), item]));
      return new Map(
        numbers.flatMap((number, index) => {
          const item = byKey.get(keys[index]!.pk);
          if (!item) return [];
          const { add, found } = totals();
          add(item);
          return [[number, found()] as const];
        }),
      );
    },
  };
}) satisfies Opened<unknown>;
