/** Reads of one item: all that the authorizer does, so that its bundle holds nothing else of the table. */
import { fromAttributes, type Item, toAttributes } from './attributes.ts';
import type { Call, CallOptions } from './call.ts';
import type { Key } from './keys.ts';
import { translated } from './outcomes.ts';

/** Whether a read shows every write that was acknowledged before it: reads that a decision or a response hangs on do. */
export interface Consistency {
  readonly consistent: boolean;
}
export const CONSISTENT: Consistency = { consistent: true };

export interface Reader {
  get(key: Key, consistency?: Consistency): Promise<Item | undefined>;
}

/** @throws StoreUnavailable where the store throttles or cannot be reached */
export const readerOf = (TableName: string, call: Call, limits: CallOptions = {}): Reader => ({
  async get(key, { consistent } = CONSISTENT) {
    const input = { TableName, Key: toAttributes(key), ConsistentRead: consistent };
    const { Item } = await translated(call('GetItem', input, limits));
    return Item && fromAttributes(Item);
  },
});
