/** Menus: one record for a location. The record is kept as JSON text: it is answered as it came and never queried. */
import { businessKey } from '../../business/repository/business.ts';
import type { PageWindow } from '../../contract/page-window.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf, type Opened } from '../../dynamodb/entity.ts';
import { INDEX, type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { firstMark } from '../../dynamodb/marks.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { recordBytes } from '../../dynamodb/record-size.ts';

/** The record of a menu less its two numbers. */
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
  readonly record: MenuRecord;
}

/** A menu with its record still as text, so that no more is parsed than is answered. */
export type RawMenu = Omit<Menu, 'record'> & { readonly record: string };

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const menuEntity: Entity = {
  type: 'menu',
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'MENU',
    index: ['P#<partner>#ACCOUNT#<account>#MENUS', '<number>'],
  },
  answers: 'What is the menu of this location? Which locations of this account have a menu?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'record', 'version', 'bytes', 'p0'],
    properties: { businessNumber: number, accountNumber: number, partnerId: text, record: text },
  },
  exported: 'line',
  personal: false,
};

export const menuKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: 'MENU',
});

/** Where the index lists the menus of an account. */
export const menusPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'MENUS');

export const menuItem = (partnerId: string, { record, businessNumber, accountNumber }: Menu): Item => {
  const own = { businessNumber, accountNumber, partnerId, record: JSON.stringify(record) };
  return itemOf(
    'menu',
    { ...own, ...firstMark(), bytes: recordBytes(own) },
    {
      ...menuKey(partnerId, businessNumber),
      gsi1pk: menusPartition(partnerId, accountNumber),
      gsi1sk: sortable(businessNumber),
    },
  );
};

export const parseMenu = (raw: RawMenu): Menu => ({ ...raw, record: JSON.parse(raw.record) as MenuRecord });

/** Which menus are wanted, of an account's. */
interface Wanted {
  /** All locations of the account where none is named. */
  readonly businessNumbers: readonly number[];
  readonly window?: PageWindow | undefined;
  /** More text than this is of no use to the caller, and not read to its end. */
  readonly mostCharacters: number;
}

/** The menus; or why there are none: a number that is no location of the account, or more text than is wanted. */
export type FoundMenus =
  | { readonly menus: readonly RawMenu[] }
  | { readonly unknown: number }
  | { readonly refused: 'too-large' };

/** Locations that are asked for at once: one call. */
const CHUNK = 100;

const chunksOf = <Each>(all: readonly Each[]): (readonly Each[])[] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) => all.slice(index * CHUNK, (index + 1) * CHUNK));

/** The locations of an account that have a menu, in order of their numbers, as far as the window goes; from the index. */
const numbersOfAccount = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  window: PageWindow | undefined,
): Promise<number[]> => {
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': menusPartition(partnerId, accountNumber) },
  });
  const numbers: number[] = [];
  for await (const page of pages) {
    for (const { gsi1sk } of page) numbers.push(Number(gsi1sk));
    if (window && numbers.length >= window.end) break;
  }
  return window ? numbers.slice(window.start, window.end) : numbers;
};

/** The first of these numbers that is no location of the account. */
const firstUnknown = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  numbers: readonly number[],
): Promise<number | undefined> => {
  const items = await table.batchGet(numbers.map((each) => businessKey(partnerId, each)));
  const known = new Set(
    items.filter((item) => item.accountNumber === accountNumber).map((item) => item.businessNumber),
  );
  return numbers.find((each) => !known.has(each));
};

/** The menus of a partner. */
export const menus = ((store) => {
  const { table, partnerId } = store;

  /** The menus of these locations; a menu is written seldom, and may be a second old. */
  const read = async (numbers: readonly number[], accountNumber: number): Promise<RawMenu[]> => {
    const keys = numbers.map((each) => menuKey(partnerId, each));
    const items = (await table.batchGet(keys, { consistent: false })) as unknown as RawMenu[];
    return items
      .filter((menu) => menu.accountNumber === accountNumber)
      .sort((a, b) => a.businessNumber - b.businessNumber);
  };

  const ofAccount = async (accountNumber: number, { window, mostCharacters }: Wanted): Promise<FoundMenus> => {
    const found: RawMenu[] = [];
    let characters = 0;
    for (const chunk of chunksOf(await numbersOfAccount(store, accountNumber, window))) {
      for (const menu of await read(chunk, accountNumber)) {
        found.push(menu);
        characters += menu.record.length;
      }
      if (characters > mostCharacters) return { refused: 'too-large' };
    }
    return { menus: found };
  };

  const ofLocations = async (accountNumber: number, wanted: Wanted): Promise<FoundMenus> => {
    const { start, end } = wanted.window ?? { start: 0, end: Number.POSITIVE_INFINITY };
    const found: RawMenu[] = [];
    let seen = 0;
    let characters = 0;
    const ordered = [...new Set(wanted.businessNumbers)].toSorted((a, b) => a - b);
    // To the end, even where the window is full: the last of the numbers may be one that is not the account's.
    for (const chunk of chunksOf(ordered)) {
      const next = await read(chunk, accountNumber);
      const withMenu = new Set(next.map((menu) => menu.businessNumber));
      const without = chunk.filter((each) => !withMenu.has(each));
      const unknown = without.length > 0 ? await firstUnknown(store, accountNumber, without) : undefined;
      if (unknown !== undefined) return { unknown };
      for (const menu of next) {
        if (seen >= start && seen < end) {
          found.push(menu);
          characters += menu.record.length;
        }
        seen++;
      }
      if (characters > wanted.mostCharacters) return { refused: 'too-large' };
    }
    return { menus: found };
  };

  return {
    /** The menus of these locations, of all locations of the account where none is named, in order of business number. */
    find: (accountNumber: number, wanted: Wanted): Promise<FoundMenus> =>
      wanted.businessNumbers.length === 0 ? ofAccount(accountNumber, wanted) : ofLocations(accountNumber, wanted),
  };
}) satisfies Opened<unknown>;
