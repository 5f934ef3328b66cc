/** Which locations of an account a request names. */
import { businessKey } from '../business/repository/business.ts';
import { tombstoneKey } from '../business/repository/tombstone.ts';
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { hides, type PartnerStore } from '../dynamodb/table/partner-store.ts';
import { blocksOf, itemBytes, MOST_PAGE_UNITS, type ReadBudget, readBudget } from '../dynamodb/table/read-units.ts';
import { sparseLookup } from '../dynamodb/table/sparse-lookup.ts';
import { accountKey, accountKeys, accountNumberIn, childrenPartition, isAt } from '../partners/repository/account.ts';
import { FEW } from './repository/few.ts';

/** What a path names: an account, or one location of it. */
export interface Scope {
  readonly accountNumber: number;
  readonly location: number | undefined;
}

/** The account or location that a number names; `undefined` where it names none that the key may see. One call. */
export const scopeOf = async (store: PartnerStore, number: number): Promise<Scope | undefined> => {
  const { table, partnerId } = store;
  const items = await table.batchGet(accountKeys(partnerId, number));
  const accountNumber = accountNumberIn(items, partnerId, number);
  if (accountNumber === undefined || hides(store, accountNumber)) return undefined;
  const isAccount = items.some((item) => isAt(item, accountKey(partnerId, number)));
  return { accountNumber, location: isAccount ? undefined : number };
};

const isNumberOfRecord = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** What posts show of a location. */
export interface FoundLocation {
  readonly name: string;
  readonly externalReferenceId: string | null;
}

const foundFrom = ({ name, externalReferenceId }: Item): FoundLocation => ({
  name: String(name ?? ''),
  externalReferenceId: (externalReferenceId as string | undefined) ?? null,
});

/** Far more than rows of 500 locations take: profiles are read for the rest. */
const MOST_UNITS = 900;
/** So many profiles, which may have 128 KB, are read at once. */
const PROFILES_AT_ONCE = 20;

/** Reads profiles as long as all of these numbers have one. */
const freshOf = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  numbers: readonly number[],
  budget: ReadBudget,
): Promise<readonly Item[]> => {
  const found: Item[] = [];
  for (const chunk of chunksOf(numbers, PROFILES_AT_ONCE)) {
    const items = await table.batchGet(chunk.map((number) => businessKey(partnerId, number)));
    budget.spend(items.reduce((sum, item) => sum + blocksOf(itemBytes(item)), chunk.length - items.length));
    const own = items.filter((item) => item.accountNumber === accountNumber);
    found.push(...own);
    if (own.length < chunk.length || budget.left() < 0) break;
  }
  return found;
};

/** Which of these locations were deleted, whatever the index shows: a read unit each. */
const deletedOf = async ({ table, partnerId }: PartnerStore, numbers: readonly number[]) => {
  const keys = numbers.map((number) => tombstoneKey(partnerId, 'business', number));
  const tombstones = keys.length > 0 ? await table.batchGet(keys) : [];
  return new Set(tombstones.map(({ number }) => Number(number)));
};

/**
 * These locations, by number: those of the account, and of the path's location where it names one. By the index, half a read
 * unit each at most, however large their profiles are. What it does not show may have been created a moment ago, and is read
 * completely up to the first that is none.
 *
 * @param asTheyStand - also sees that one of a few locations was deleted within the last second
 */
export const locationsIn = async (
  store: PartnerStore,
  { accountNumber, location }: Scope,
  numbers: readonly number[],
  {
    budget = readBudget(MOST_UNITS),
    asTheyStand = false,
  }: { readonly budget?: ReadBudget; readonly asTheyStand?: boolean } = {},
): Promise<ReadonlyMap<number, FoundLocation>> => {
  const possible = numbers.filter((number) => isNumberOfRecord(number) && (location ?? number) === number);
  const wanted = [...new Set(possible)];
  const partition = childrenPartition(store.partnerId, accountNumber);
  const ascending = wanted.toSorted((a, b) => a - b);
  // The lookup is bounded by itself.
  const lookup = { left: () => MOST_PAGE_UNITS, spend: budget.spend };
  const listed = (await sparseLookup(store.table, partition, ascending, lookup))!;
  // An account has sub-accounts too.
  const rows = [...listed].filter(([, { sk }]) => sk === 'PROFILE');
  const found = new Map(rows.map(([number, row]) => [number, foundFrom(row)] as const));
  if (asTheyStand && wanted.length <= FEW)
    for (const number of await deletedOf(store, [...found.keys()])) found.delete(number);
  const others = wanted.filter((number) => !found.has(number));
  for (const item of await freshOf(store, accountNumber, others, budget))
    found.set(Number(item.businessNumber), foundFrom(item));
  return found;
};

/** The first of these numbers that names no such location. */
export const firstUnknown = (numbers: readonly number[], found: ReadonlyMap<number, unknown>): number | undefined =>
  numbers.find((number) => !found.has(number));
