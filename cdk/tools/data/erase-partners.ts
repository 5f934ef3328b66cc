/** Removes partners for good, with everything of theirs that the table has (docs/erasing.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { keyOf } from '../../../lib/dynamodb/parts.ts';
import {
  type ErasedPartner,
  partnerErasureFrom,
  partnerErasureItem,
} from '../../../lib/partners/repository/erasure.ts';
import type { OpenTable } from '../open-table.ts';
import { scanItems } from './commands/scan.ts';
import { type Removed, tally } from './erase-contacts.ts';
import { partnerOf } from './partner-items.ts';
import { untilAvailable } from './retry.ts';

const AT_ONCE = 25;
const MOST_ROUNDS = 10;
const LIST = 'partnerErasure';

export interface ErasePartnersOptions {
  /** Milliseconds until the stream has shown what was removed, and what that made is there to be removed too. */
  readonly settle?: number;
}

/** Removes those of the items that are theirs, but for the list itself. Answers how many. */
const removeFrom = async (
  table: OpenTable,
  items: AsyncIterable<Item>,
  partners: ReadonlySet<string>,
  removed: Removed,
): Promise<number> => {
  let batch: Item[] = [];
  let count = 0;
  const removeBatch = async () => {
    await Promise.all(batch.map((item) => untilAvailable(() => table.remove({ Key: keyOf(item) }))));
    for (const { type } of batch) tally(removed, String(type));
    count += batch.length;
    batch = [];
  };
  for await (const item of items) {
    if (item.type === LIST || !partners.has(partnerOf(item) ?? '')) continue;
    batch.push(item);
    if (batch.length === AT_ONCE) await removeBatch();
  }
  await removeBatch();
  return count;
};

/**
 * Removes partners, and enters them in the list of erasures, where they stay. Nobody may write for them any more (`partner
 * suspend`). Reads the whole table until nothing of theirs is found: what the stream makes of a deletion comes after it. What is
 * gone already is passed over, so that it can be cut off and begun again.
 *
 * @throws StoreUnavailable where there is something left after ten times
 */
export const erasePartners = async (
  table: OpenTable,
  all: readonly ErasedPartner[],
  { settle = 0 }: ErasePartnersOptions = {},
): Promise<Removed> => {
  const removed: Removed = new Map();
  if (all.length === 0) return removed;
  // First of all: what is cut off behind this is found again by the list.
  for (const each of all)
    await table.put({ Item: partnerErasureItem(each), ConditionExpression: 'attribute_not_exists(pk)' });
  const partners = new Set(all.map(({ partnerId }) => partnerId));
  // Before all else: nobody is told of what goes.
  await removeFrom(table, scanItems(table, 'subscription'), partners, removed);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if ((await removeFrom(table, scanItems(table), partners, removed)) === 0) return removed;
    await sleep(settle);
  }
  throw new StoreUnavailable('the partner is written by others all the time');
};

/** All partners that a table's list names. */
export const listedPartnerErasures = async (table: OpenTable): Promise<ErasedPartner[]> => {
  const found: ErasedPartner[] = [];
  for await (const item of scanItems(table, LIST)) found.push(partnerErasureFrom(item));
  return found;
};
