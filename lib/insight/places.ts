/** The locations that a report is about. */
import { places } from '../contacts/repository/place.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { businessUnknown } from '../contract/errors.ts';
import type { Refusal } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { ReadBudget } from '../dynamodb/table/read-units.ts';
import { locationNames } from '../surveys/repository/locations.ts';
import { accountLocations } from './repository/account-locations.ts';
import { MOST_PLACES, tooManyPlaces } from './rules/report-asked.ts';

/** What a report may read, in read units (docs/costs.md: the most expensive requests). */
export const MOST_UNITS = 850;

/** The error for a report that would read more. */
export const tooMuch: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The report covers too much: ask for fewer locations or days',
};

export interface ReportPlaces {
  /** Of what the number names. */
  readonly name: string;
  readonly accountNumber: number;
  readonly numbers: readonly number[];
}

interface PlacesAsked {
  /** Of the account or of one of its locations. */
  readonly number: number;
  readonly named: readonly number[];
  readonly budget: ReadBudget;
  /** Whether an account stands for all that it has, however many locations those are: no numbers are listed. */
  readonly isWhole?: boolean;
}

export type Placed = ReportPlaces | Refusal;

/**
 * The named locations of the account; without any, the location that `number` is, or all of the account.
 *
 * @param missing - the error if it is neither
 */
export const reportPlaces = async (
  store: PartnerStore,
  { number, named, budget, isWhole = false }: PlacesAsked,
  missing: ErrorEntry = errors.businessInvalid,
): Promise<Placed> => {
  const place = await places(store).find(number);
  if (!place) return { refused: missing };
  const { accountNumber, businessNumber, name } = place;
  const violations = tooManyPlaces(named);
  if (violations[0]) return { refused: violations[0].error, violations };
  if (named.length > 0) {
    const found = await locationNames(store).of(accountNumber, named, { budget, untilUnknown: true });
    if (!found) return { refused: tooMuch };
    return found.unknown === undefined
      ? { accountNumber, name, numbers: named }
      : { refused: businessUnknown(found.unknown) };
  }
  if (businessNumber !== undefined) return { accountNumber, name, numbers: [businessNumber] };
  if (isWhole) return { accountNumber, name, numbers: [] };
  const numbers = await accountLocations(store).atMost(accountNumber, MOST_PLACES);
  return numbers ? { accountNumber, name, numbers } : { refused: errors.businessNumbersRequired };
};
