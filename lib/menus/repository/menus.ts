/** The menus of an account: which there are, and no more of them than one request may read. */
import { businessKey } from '../../business/repository/business.ts';
import type { PageWindow } from '../../contract/page-window.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import {
  blocksOf,
  itemBytes,
  MOST_PAGE_UNITS,
  pageUnits,
  type ReadBudget,
  readBudget,
} from '../../dynamodb/table/read-units.ts';
import { numberOf, sparseLookup } from '../../dynamodb/table/sparse-lookup.ts';
import { childrenPartition } from '../../partners/repository/account.ts';
import { menuKey, menusPartition, type RawMenu } from './menu.ts';

/** Which menus are wanted, of an account's. */
interface Wanted {
  /** All locations of the account where none is named. */
  readonly businessNumbers: readonly number[];
  readonly window?: PageWindow | undefined;
}

/**
 * The menus; or why there are none: a number that is no location of the account, more than one request may read, or a
 * window so deep that finding it takes as much.
 */
export type FoundMenus = { readonly menus: readonly RawMenu[] } | { readonly unknown: number } | TooMuch;

interface TooMuch {
  readonly refused: 'too-large' | 'too-deep';
}
const TOO_LARGE: TooMuch = { refused: 'too-large' };

/**
 * What one request may read of menus and of where they are, in read units: some 7 MB, more than a response holds. What else
 * a request reads comes on top, and together they stay below 1,000 (docs/costs.md: the most expensive requests).
 */
const MOST_UNITS = 925;
/** So many menus can be read whatever their size: a record of 128 KB takes 16.5 units. */
const ALWAYS_READ = 54;

/** A menu as the index lists it. */
interface Listed {
  readonly businessNumber: number;
  readonly units: number;
}

const listedFrom = (item: Item): Listed => ({
  businessNumber: numberOf(item),
  units: Number(String(item.gsi1sk).split('#')[1]) / 2,
});

const unitsOf = (listed: readonly Listed[]): number => listed.reduce((sum, { units }) => sum + units, 0);

const isNumberOfRecord = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** The menus of an account as far as the window goes, from the index, in order of their numbers. */
const listOfAccount = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  window: PageWindow | undefined,
  budget: ReadBudget,
): Promise<readonly Listed[] | TooMuch> => {
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': menusPartition(partnerId, accountNumber) },
  });
  const listed: Listed[] = [];
  let seen = 0;
  for await (const page of pages) {
    budget.spend(pageUnits(page));
    for (const item of page) {
      if (!window || (seen >= window.start && seen < window.end)) listed.push(listedFrom(item));
      seen++;
    }
    if (window && seen >= window.end) break;
    if (unitsOf(listed) > budget.left()) return TOO_LARGE;
    if (budget.left() < MOST_PAGE_UNITS) return { refused: 'too-deep' };
  }
  return listed;
};

/** The first of these numbers that is no location of the account, if one is not. */
const firstUnknown = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  numbers: readonly number[],
  budget: ReadBudget,
): Promise<{ readonly unknown: number } | TooMuch | undefined> => {
  const partition = childrenPartition(partnerId, accountNumber);
  const listed = await sparseLookup(table, partition, numbers.filter(isNumberOfRecord), budget);
  if (!listed) return TOO_LARGE;
  for (const number of numbers) {
    // An account has sub-accounts too.
    if (listed.get(number)?.sk === 'PROFILE') continue;
    // One that has just been added may not be in the index yet.
    const [item] = isNumberOfRecord(number) ? await table.batchGet([businessKey(partnerId, number)]) : [];
    if (item?.accountNumber !== accountNumber) return { unknown: number };
    budget.spend(blocksOf(itemBytes(item)));
    if (budget.left() < 0) return TOO_LARGE;
  }
  return undefined;
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

  /** The menus of a list, unless they are more than may be read. */
  const readListed = async (
    listed: readonly Listed[],
    accountNumber: number,
    budget: ReadBudget,
  ): Promise<FoundMenus> => {
    if (unitsOf(listed) > budget.left()) return TOO_LARGE;
    return {
      menus: await read(
        listed.map(({ businessNumber }) => businessNumber),
        accountNumber,
      ),
    };
  };

  const ofAccount = async (accountNumber: number, { window }: Wanted): Promise<FoundMenus> => {
    const budget = readBudget(MOST_UNITS);
    const listed = await listOfAccount(store, accountNumber, window, budget);
    return 'refused' in listed ? listed : readListed(listed, accountNumber, budget);
  };

  const ofLocations = async (accountNumber: number, { businessNumbers, window }: Wanted): Promise<FoundMenus> => {
    const budget = readBudget(MOST_UNITS);
    const numbers = [...new Set(businessNumbers)].toSorted((a, b) => a - b);
    const { start, end } = window ?? { start: 0, end: Number.POSITIVE_INFINITY };
    // Few menus are read at once; of many it is found first which there are, and what they cost.
    if (numbers.length <= Math.min(ALWAYS_READ, end)) {
      const found = await read(numbers, accountNumber);
      const withMenu = new Set(found.map(({ businessNumber }) => businessNumber));
      const without = numbers.filter((each) => !withMenu.has(each));
      const unknown = await firstUnknown(store, accountNumber, without, budget);
      return unknown ?? { menus: found.slice(start, end) };
    }
    const partition = menusPartition(partnerId, accountNumber);
    const listed = await sparseLookup(table, partition, numbers.filter(isNumberOfRecord), budget);
    if (!listed) return TOO_LARGE;
    const without = numbers.filter((each) => !listed.has(each));
    const unknown = await firstUnknown(store, accountNumber, without, budget);
    // In the order of the numbers, which is that in which they were asked for.
    return unknown ?? readListed([...listed.values()].map(listedFrom).slice(start, end), accountNumber, budget);
  };

  return {
    /** The menus of these locations, of all locations of the account where none is named, in order of business number. */
    find: (accountNumber: number, wanted: Wanted): Promise<FoundMenus> =>
      wanted.businessNumbers.length === 0 ? ofAccount(accountNumber, wanted) : ofLocations(accountNumber, wanted),
  };
}) satisfies Opened<unknown>;
