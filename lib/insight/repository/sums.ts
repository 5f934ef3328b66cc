/** Reads counts of locations over a time (docs/insight.md: counts). Some seconds old at most. */
import type { Item } from '../../dynamodb/attributes.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { inLanes } from '../../dynamodb/lanes.ts';
import { PAST, type Span } from '../rules/periods.ts';
import { countsPartition, daySortKey, monthSortKey, TOTAL } from './counts.ts';

/** Locations that are read at once. */
const AT_ONCE = 10;

const rangeOf = ({ of, from = '', to = PAST }: Span): readonly [string, string] => {
  if (of === 'all') return [TOTAL, TOTAL];
  const keyOf = of === 'day' ? daySortKey : monthSortKey;
  return [keyOf(from), keyOf(to)];
};

/** The first day that an item counts; nothing of one that counts all there is. */
const firstDayOf = ({ sk }: Item): string => {
  const day = String(sk).slice(2);
  return day.length === 7 ? `${day}-01` : day;
};

export const countSums = (({ table, partnerId }) => ({
  /**
   * Calls back for each item of these locations within the spans: whose it is, the first day that it counts, and the item.
   * One Query for each location and span, and one more for each MB.
   */
  each: async (
    numbers: readonly number[],
    spans: readonly Span[],
    add: (businessNumber: number, day: string, item: Item) => void,
  ): Promise<void> => {
    const reads = numbers.flatMap((number) => spans.map((span) => ({ number, span })));
    await inLanes(reads, AT_ONCE, async ({ number, span }) => {
      const [from, to] = rangeOf(span);
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': countsPartition(partnerId, number), ':from': from, ':to': to },
      });
      for await (const page of pages) for (const item of page) add(number, firstDayOf(item), item);
    });
  },
})) satisfies Opened<unknown>;
