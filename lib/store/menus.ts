/** Menus: one record for a location. The record is kept as JSON text: it is answered as it came and never queried. */
import { indexKeys, keys } from './keys.ts';
import { ownedItem } from './owners.ts';
import type { Item, Table } from './table.ts';

/** The record of spec 2.4 less its two numbers. */
export interface MenuRecord {
  readonly id: string;
  readonly menuDetails: { readonly [field: string]: unknown };
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly crmName?: string;
}

export interface Menu {
  readonly businessNumber: number;
  readonly accountNumber: number;
  readonly partnerId: string;
  readonly record: MenuRecord;
}

export const menuItem = ({ record, ...owner }: Menu): Item => ({
  ...owner,
  record: JSON.stringify(record),
  type: 'menu',
  ...keys.menu(owner.businessNumber),
  ...indexKeys.menu(owner.accountNumber, owner.businessNumber),
});

/** A menu with its record still as text, so that no more is parsed than is answered. */
export type RawMenu = Omit<Menu, 'record'> & { readonly record: string };

export const parseMenu = (raw: RawMenu): Menu => ({ ...raw, record: JSON.parse(raw.record) as MenuRecord });

/** Records `start` to `end`, `end` not included. */
interface Window {
  readonly start: number;
  readonly end: number;
}

interface Owner {
  readonly accountNumber: number;
  readonly partnerId: string;
}

/** More text than an answer may hold is not read to its end: what has been read is too much already. */
const MOST_CHARACTERS = 8_000_000;

/** The menus of an account in order of business number; one call for each page of the index, about 1 MB. */
const menusOfAccount = async (table: Table, { accountNumber }: Owner, end: number): Promise<RawMenu[]> => {
  const pages = table.query({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': indexKeys.menu(accountNumber, 0).gsi1pk },
  });
  const menus: RawMenu[] = [];
  let characters = 0;
  for await (const page of pages) {
    menus.push(...(page as unknown as RawMenu[]));
    characters += (page as unknown as RawMenu[]).reduce((sum, { record }) => sum + record.length, 0);
    if (menus.length >= end || (end === Number.POSITIVE_INFINITY && characters > MOST_CHARACTERS)) break;
  }
  return menus;
};

/**
 * The menus of these locations in order of business number; `undefined` where one is not a location of the account.
 * One call for each 100 locations; those without a menu are looked up to tell whether they are the account's.
 */
const menusOfLocations = async (
  table: Table,
  { accountNumber, partnerId }: Owner,
  businessNumbers: readonly number[],
): Promise<RawMenu[] | undefined> => {
  const isOurs = (item: Item | undefined) => item?.partnerId === partnerId && item.accountNumber === accountNumber;
  const items = await table.batchGet(businessNumbers.map(keys.menu));
  if (!items.every(isOurs)) return undefined;
  const withMenu = new Set(items.map((item) => item.businessNumber));
  const without = businessNumbers.filter((number) => !withMenu.has(number));
  const locations = await table.batchGet(without.map(keys.business));
  const known = without.every((number) => isOurs(ownedItem(locations, keys.business(number), partnerId)));
  if (!known) return undefined;
  return (items as unknown as RawMenu[]).toSorted((a, b) => a.businessNumber - b.businessNumber);
};

/**
 * The menus of these locations, of all locations of the account when none is named, in order of business number.
 * `undefined` where one that is named is not a location of the account.
 */
export const findMenus = async (
  table: Table,
  owner: Owner,
  businessNumbers: readonly number[],
  window: Window = { start: 0, end: Number.POSITIVE_INFINITY },
): Promise<RawMenu[] | undefined> => {
  const menus =
    businessNumbers.length === 0
      ? await menusOfAccount(table, owner, window.end)
      : await menusOfLocations(table, owner, [...new Set(businessNumbers)]);
  return menus?.slice(window.start, window.end);
};
