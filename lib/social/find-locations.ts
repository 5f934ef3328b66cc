/** Which locations of an account a request names. */
import { businessKey } from '../business/repository/business.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { accountKey, accountKeys, accountNumberIn, isAt } from '../partners/repository/account.ts';

/** What a path names: an account, or one location of it. */
export interface Scope {
  readonly accountNumber: number;
  readonly location: number | undefined;
}

/** The account or location that a number names; `undefined` where it names none that the key may see. One call. */
export const scopeOf = async (
  { table, partnerId, onlyAccount }: PartnerStore,
  number: number,
): Promise<Scope | undefined> => {
  const items = await table.batchGet(accountKeys(partnerId, number));
  const accountNumber = accountNumberIn(items, partnerId, number);
  if (accountNumber === undefined || (onlyAccount !== undefined && onlyAccount !== accountNumber)) return undefined;
  const isAccount = items.some((item) => isAt(item, accountKey(partnerId, number)));
  return { accountNumber, location: isAccount ? undefined : number };
};

const isNumberOfRecord = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/**
 * The items of these locations, by number: those of the account, and of the path's location where it names one. One call for
 * each 100.
 */
export const locationsIn = async (
  { table, partnerId }: PartnerStore,
  { accountNumber, location }: Scope,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Item>> => {
  const keys = numbers.filter(isNumberOfRecord).map((number) => businessKey(partnerId, number));
  const items = await table.batchGet(keys, { consistent: true });
  const own = items.filter((item) => item.accountNumber === accountNumber);
  return new Map(
    own.flatMap((item) => {
      const number = Number(item.businessNumber);
      return location === undefined || location === number ? [[number, item] as const] : [];
    }),
  );
};

/** The first of these numbers that names no such location. */
export const firstUnknown = (numbers: readonly number[], found: ReadonlyMap<number, unknown>): number | undefined =>
  numbers.find((number) => !found.has(number));
