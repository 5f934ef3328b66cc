/** A page of the locations of an account: all of them, or some by number. */
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { locationNames } from '../surveys/repository/locations.ts';
import { accountLocations, type NamedLocation } from './repository/account-locations.ts';

interface Asked {
  /** All of the account if empty. */
  readonly businessNumbers: readonly number[];
  readonly window: PageWindow;
}

/** Read units for names of locations (docs/costs.md: the most expensive requests). */
const MOST_FOR_NAMES = 700;

/**
 * The locations of the page and their total number; or the first named location that does not belong to the account.
 */
export const pageOfLocations = async (
  store: PartnerStore,
  accountNumber: number,
  { businessNumbers, window }: Asked,
  budget = readBudget(MOST_FOR_NAMES),
) => {
  if (businessNumbers.length === 0) return accountLocations(store).page(accountNumber, window);
  const named = await locationNames(store).of(accountNumber, businessNumbers, { budget, untilUnknown: true });
  if (!named) return 'too-many' as const;
  const { names, unknown } = named;
  if (unknown !== undefined) return { unknown };
  const all: readonly NamedLocation[] = [...names].map(([businessNumber, name]) => ({ businessNumber, name }));
  return { total: all.length, locations: all.slice(window.start, window.end) };
};
