/** Reads a complete table, a page at a time: the next page of each segment is read while the last one is worked on. */
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { isThrottling } from '../../../lib/dynamodb/client/responses.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { readAhead } from '../../../lib/dynamodb/table/read-ahead.ts';
import type { OpenTable, ScanInput, ScannedPage } from '../../open-table.ts';
import { untilAvailable } from '../retry.ts';

/** As many items as a page has at most: small enough that many segments fit into memory. */
const PAGE = 500;

const asUnavailable = (error: unknown): never => {
  const { name, message, cause = error } = error as Error;
  if (isThrottling(name)) throw new StoreUnavailable(message, { cause: error });
  // The SDK's error names the address, and says what to do.
  throw cause;
};

export interface Reading {
  /** Only items of these types, which costs the same. */
  readonly types?: readonly string[] | undefined;
  /** Only these attributes, which costs the same and takes less time. */
  readonly only?: readonly string[] | undefined;
  /** One of how many segments; by default the table is one. */
  readonly segment?: { readonly at: number; readonly of: number };
  /** Where an earlier page ended. */
  readonly from?: Item | undefined;
  /** Makes the calls; by default one that has no limit. */
  readonly call?: <T>(work: () => Promise<T>) => Promise<T>;
}

const inputOf = ({ types, only, segment }: Reading): ScanInput => ({
  ConsistentRead: true,
  Limit: PAGE,
  ...(only && {
    ProjectionExpression: only.map((_, index) => `#${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(only.map((name, index) => [`#${index}`, name])),
  }),
  ...(segment && segment.of > 1 && { Segment: segment.at, TotalSegments: segment.of }),
  ...(types && {
    FilterExpression: `#type IN (${types.map((_, index) => `:${index}`).join(', ')})`,
    ExpressionAttributeNames: {
      ...Object.fromEntries((only ?? []).map((name, index) => [`#${index}`, name])),
      '#type': 'type',
    },
    ExpressionAttributeValues: Object.fromEntries(types.map((type, index) => [`:${index}`, type])),
  }),
});

/** The pages of a segment, from its start or from where an earlier page ended. */
export const scanPages = (table: OpenTable, reading: Reading = {}): AsyncGenerator<ScannedPage> => {
  const { from, call = untilAvailable } = reading;
  const input = inputOf(reading);
  return readAhead(
    (async function* () {
      let start = from;
      do {
        const page = await call(() =>
          table.scan({ ...input, ...(start && { ExclusiveStartKey: start }) }).catch(asUnavailable),
        );
        yield page;
        start = page.next;
      } while (start);
    })(),
  );
};

/** Every item of the table, or those of one type, which costs the same. */
export const scanItems = async function* (table: OpenTable, type?: string): AsyncGenerator<Item> {
  const types = type === undefined ? undefined : [type];
  const of = table.segments ?? 1;
  const readings = Array.from({ length: of }, (_, at) => scanPages(table, { types, segment: { at, of } }));
  const next = (reading: AsyncGenerator<ScannedPage>) => reading.next().then((result) => ({ reading, result }));
  const waiting = new Map(readings.map((reading) => [reading, next(reading)]));
  try {
    while (waiting.size > 0) {
      const { reading, result } = await Promise.race(waiting.values());
      if (result.done) {
        waiting.delete(reading);
        continue;
      }
      waiting.set(reading, next(reading));
      yield* result.value.items;
    }
  } finally {
    for (const [reading, pending] of waiting) {
      pending.catch(() => {});
      reading.return(undefined).catch(() => {});
    }
  }
};
