/** Menus: one record for a location. The record is kept as JSON text: it is answered as it came and never queried. */
import { indexKeys, keys } from '../../dynamodb/keys.ts';
import type { Item, Table } from '../../dynamodb/table.ts';
import { ownedItem } from '../../partners/repository/account.ts';

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

/** Which menus are wanted, of an account's. */
interface Wanted {
  /** All locations of the account where none is named. */
  readonly businessNumbers: readonly number[];
  readonly window?: Window | undefined;
  /** More text than this is of no use to the caller, and not read to its end. */
  readonly mostCharacters: number;
}

/** The menus have more text than is wanted. */
type TooMuch = 'too-much';

const ALL: Window = { start: 0, end: Number.POSITIVE_INFINITY };

/** Keeps the records of a window as they come in order, and of all others no more than their number. */
const windowOf = ({ window: { start, end } = ALL, mostCharacters }: Wanted) => {
  const menus: RawMenu[] = [];
  let seen = 0;
  let characters = 0;
  return {
    menus,
    add(next: readonly RawMenu[]) {
      for (const menu of next) {
        if (seen >= start && seen < end) {
          menus.push(menu);
          characters += menu.record.length;
        }
        seen++;
      }
    },
    isFull: () => seen >= end,
    isTooMuch: () => characters > mostCharacters,
  };
};

/** The menus of an account in order of business number; one call for each page of the index, about 1 MB. */
const menusOfAccount = async (
  table: Table,
  { accountNumber, partnerId }: Owner,
  wanted: Wanted,
): Promise<RawMenu[] | TooMuch> => {
  const pages = table.query({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': indexKeys.menu(accountNumber, 0).gsi1pk },
  });
  const { menus, add, isFull, isTooMuch } = windowOf(wanted);
  for await (const page of pages) {
    add((page as unknown as RawMenu[]).filter((menu) => menu.partnerId === partnerId));
    if (isTooMuch()) return 'too-much';
    if (isFull()) break;
  }
  return menus;
};

/** Locations that are asked for at once: one call, of 16 MB at most. */
const CHUNK = 100;

/** The menus of these locations; `undefined` where one is not the account's. The ones without a menu are looked up. */
const menusOfChunk = async (
  table: Table,
  { accountNumber, partnerId }: Owner,
  businessNumbers: readonly number[],
): Promise<RawMenu[] | undefined> => {
  const isOurs = (item: Item | undefined) => item?.partnerId === partnerId && item.accountNumber === accountNumber;
  // A menu that is not the account's is not there: its location is looked up like one that has none, and takes as long.
  const items = (await table.batchGet(businessNumbers.map(keys.menu))).filter(isOurs);
  const withMenu = new Set(items.map((item) => item.businessNumber));
  const without = businessNumbers.filter((number) => !withMenu.has(number));
  const locations = await table.batchGet(without.map(keys.business));
  const known = without.every((number) => isOurs(ownedItem(locations, keys.business(number), partnerId)));
  return known ? (items as unknown as RawMenu[]).toSorted((a, b) => a.businessNumber - b.businessNumber) : undefined;
};

/** The menus of these locations in order of business number; `undefined` where one is not a location of the account. */
const menusOfLocations = async (
  table: Table,
  owner: Owner,
  wanted: Wanted,
): Promise<RawMenu[] | TooMuch | undefined> => {
  const { menus, add, isTooMuch } = windowOf(wanted);
  const ordered = [...new Set(wanted.businessNumbers)].toSorted((a, b) => a - b);
  // To the end, even where the window is full: the last of the numbers may be one that is not the account's.
  for (let start = 0; start < ordered.length; start += CHUNK) {
    const next = await menusOfChunk(table, owner, ordered.slice(start, start + CHUNK));
    if (!next) return undefined;
    add(next);
    if (isTooMuch()) return 'too-much';
  }
  return menus;
};

/**
 * The menus of these locations, of all locations of the account when none is named, in order of business number.
 * `undefined` where one that is named is not a location of the account; `too-much` where they are more than is wanted.
 */
export const findMenus = (table: Table, owner: Owner, wanted: Wanted): Promise<RawMenu[] | TooMuch | undefined> =>
  wanted.businessNumbers.length === 0 ? menusOfAccount(table, owner, wanted) : menusOfLocations(table, owner, wanted);
