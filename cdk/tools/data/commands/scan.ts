/** Reads a whole table, a page at a time. */
import { type Attributes, fromAttributes, type Item, toAttributes } from '../../../../lib/dynamodb/attributes.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/outcomes.ts';
import { isThrottling } from '../../../../lib/dynamodb/responses.ts';
import type { OpenTable } from '../../open-table.ts';
import { untilAvailable } from '../retry.ts';

const asUnavailable = (error: unknown): never => {
  const { name, message, cause = error } = error as Error;
  if (isThrottling(name)) throw new StoreUnavailable(message, { cause: error });
  // What the SDK threw names the address, and what is to be done.
  throw cause;
};

interface Page {
  readonly items: readonly Item[];
  /** Where the next page begins; nothing of the last one. */
  readonly next: Item | undefined;
}

/** The table page after page, from its beginning or from where an earlier page ended. */
export const scanPages = async function* (table: OpenTable, from?: Item, type?: string): AsyncGenerator<Page> {
  const filter = type && {
    FilterExpression: '#type = :type',
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: toAttributes({ ':type': type }),
  };
  let start: Attributes | undefined = from && toAttributes(from);
  do {
    const input = { ConsistentRead: true, ...(start && { ExclusiveStartKey: start }), ...filter };
    const { Items = [], LastEvaluatedKey } = await untilAvailable(() => table.scan(input).catch(asUnavailable));
    start = LastEvaluatedKey;
    yield { items: Items.map((item) => fromAttributes(item)), next: start && fromAttributes(start) };
  } while (start);
};

/** Every item of the table, those of one type where it is named; reading costs the same. */
export const scanItems = async function* (table: OpenTable, type?: string): AsyncGenerator<Item> {
  for await (const { items } of scanPages(table, undefined, type)) yield* items;
};
