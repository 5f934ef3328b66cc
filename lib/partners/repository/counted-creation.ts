/** Creates records of which an account has a limited number (lib/dynamodb/writes/counted.ts). */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import { type Counter, oneMore } from '../../dynamodb/writes/counted.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove } from '../../dynamodb/writes/marks.ts';
import { creation, type Written, write } from '../../dynamodb/writes/write.ts';
import { stillOpen } from './open-account.ts';

/** All creations of an account change its counts, so conflicts are certain if many come at once. */
const PATIENCE = { attempts: 25 } as const;

export interface Counted {
  /** The counter's item, as it was read. */
  readonly counts: Item | undefined;
  readonly counter: Counter;
  readonly most: number;
}

/**
 * Creates a record on the counts that were read. One call.
 *
 * @param made - the record's item, without its mark
 * @param result - what the idempotency record keeps of it
 * @throws ItemTooLarge
 */
export const createCounted = (
  store: PartnerStore,
  made: Item,
  { counts, counter, most }: Counted,
  result: Readonly<Record<string, unknown>>,
): Promise<Written> => {
  const mark = markAbove(counts);
  const item: Item = { ...made, p0: mark };
  checkRecordBytes(Number(item.bytes));
  const hasLanded = async () => (await store.table.get(keyOf(item)))?.p0 === mark;
  const { partnerId, accountNumber } = counter.owner;
  return write(store, {
    strategy: creation(hasLanded),
    actions: [
      { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } },
      oneMore(counter, counts, most),
      stillOpen(partnerId, accountNumber),
    ],
    basedOn: [0],
    mark,
    result,
    patience: PATIENCE,
  });
};
