/** Who owns what: the check behind every operation. What a partner does not own is not there for it. */
import { type Key, keys } from '../../dynamodb/keys.ts';
import type { Item, Table } from '../../dynamodb/table.ts';

/** The number that a path, a query or a header gives; `undefined` unless it is a positive safe integer in digits. */
export const numberFrom = (text: string | undefined): number | undefined => {
  const digits = text?.trim() ?? '';
  const number = /^[1-9][0-9]{0,15}$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
};

const isAt = (item: Item, { pk, sk }: Key): boolean => item.pk === pk && item.sk === sk;

/** The item at `key` among `items`, where the partner owns it. */
export const ownedItem = (items: readonly Item[], key: Key, partnerId: string): Item | undefined =>
  items.find((item) => isAt(item, key) && item.partnerId === partnerId);

/** Where a number may lead: the keys of the account and of the location that it may name. */
export const accountKeys = (number: number): readonly Key[] => [keys.account(number), keys.business(number)];

/** The account that a number names, by itself or as one of its locations, from the items of `accountKeys`. */
export const accountNumberIn = (items: readonly Item[], number: number, partnerId: string): number | undefined =>
  accountKeys(number)
    .map((key) => ownedItem(items, key, partnerId)?.accountNumber as number | undefined)
    .find((accountNumber) => accountNumber !== undefined);

/** For so long a location is taken to belong to the account that it was last seen in. */
const REMEMBERED_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 1000;

const memories = new WeakMap<Table, Map<string, { readonly accountNumber: number; readonly until: number }>>();

/** Remembers for each partner which account a number names. Only what the table has said is remembered. */
export const accountMemory = (table: Table, partnerId: string, number: number) => {
  const memory = memories.get(table) ?? new Map();
  memories.set(table, memory);
  const key = `${number}#${partnerId}`;
  return {
    recall(): number | undefined {
      const known = memory.get(key);
      return known && known.until > Date.now() ? known.accountNumber : undefined;
    },
    keep(accountNumber: number | undefined): number | undefined {
      if (memory.size >= MOST_REMEMBERED) memory.clear();
      if (accountNumber === undefined) memory.delete(key);
      else memory.set(key, { accountNumber, until: Date.now() + REMEMBERED_MILLISECONDS });
      return accountNumber;
    },
  };
};

/**
 * The account that a number names; `undefined` where the partner owns no such account or location. One call, and none where
 * the answer is remembered: who is then answered with records must look at each record's owner.
 */
export const findAccount = async (table: Table, number: number, partnerId: string): Promise<number | undefined> => {
  const memory = accountMemory(table, partnerId, number);
  return memory.recall() ?? memory.keep(accountNumberIn(await table.batchGet(accountKeys(number)), number, partnerId));
};
