/** Reads of single items. In its own file, as the authorizer's bundle needs nothing else of the table. */

import type { Call, CallOptions } from '../client/call.ts';
import { translated } from '../client/outcomes.ts';
import { fromAttributes, type Item, toAttributes } from './attributes.ts';
import type { Key } from './keys.ts';

/**
 * Whether a read shows every write acknowledged before it. Reads that decide something or appear in a response need
 * that.
 */
export interface Consistency {
  readonly consistent: boolean;
}
export const CONSISTENT: Consistency = { consistent: true };

export interface Reader {
  get(key: Key, consistency?: Consistency): Promise<Item | undefined>;
}

/** @throws StoreUnavailable if the store throttles or cannot be reached */
export const readerOf = (TableName: string, call: Call, limits: CallOptions = {}): Reader => ({
  async get(key, { consistent } = CONSISTENT) {
    const input = { TableName, Key: toAttributes(key), ConsistentRead: consistent };
    const { Item } = await translated(call('GetItem', input, limits));
    return Item && fromAttributes(Item);
  },
});
