/** Who owns what: the check behind every operation. What a partner does not own is not there for it. */
import { type Key, keys } from './keys.ts';
import type { Item, Table } from './table.ts';

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

/** The account that a number names; `undefined` where the partner owns no such account or location. One call. */
export const findAccount = async (table: Table, number: number, partnerId: string): Promise<number | undefined> =>
  accountNumberIn(await table.batchGet(accountKeys(number)), number, partnerId);
