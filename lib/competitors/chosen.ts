/** The competitor locations that a request about reviews is about. */
import { places } from '../contacts/repository/place.ts';
import { contexts } from '../contacts/repository/preconditions.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { businessUnknown } from '../contract/errors.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { COMPETITOR, numberOf } from './repository/competitor.ts';
import { competitors } from './repository/competitors.ts';
import { brandsOf, competitorLists, type ListedCompetitor } from './repository/listed.ts';
import type { ReviewQuery } from './rules/query.ts';

export interface Chosen {
  readonly accountNumber: number;
  readonly locations: readonly ListedCompetitor[];
  /** Whether they are all that the account has. */
  readonly isAll: boolean;
}

const isNumber = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** The first of these numbers that is no location of the account. */
const unknownLocation = async (store: PartnerStore, accountNumber: number, numbers: readonly number[]) => {
  const owner = { partnerId: store.partnerId, accountNumber };
  const found = await contexts(store).locations(owner, numbers.filter(isNumber));
  const known = new Set(found.map(({ businessNumber }) => businessNumber));
  return numbers.find((number) => !known.has(number));
};

/** The brands of the account, with those of these numbers that the index does not show yet. */
const brandsWith = async (store: PartnerStore, accountNumber: number, numbers: readonly number[]) => {
  const items = await competitorLists(store).items(accountNumber);
  const listed = new Set(items.map(numberOf));
  const missing = numbers.filter((number) => isNumber(number) && !listed.has(number));
  const owner = { partnerId: store.partnerId, accountNumber };
  const found = await competitors(store).findAll(owner, missing);
  const all = [...items, ...found];
  return {
    brands: brandsOf(all),
    locations: new Set(all.filter(({ type }) => type === COMPETITOR).map(numberOf)),
  };
};

const competesWith = ({ businessNumbers }: ListedCompetitor, own: readonly number[]): boolean =>
  own.length === 0 || businessNumbers.length === 0 || own.some((number) => businessNumbers.includes(number));

/** @param number - of the account, or of the location whose competitors are asked for */
export const chosenCompetitors = async (
  store: PartnerStore,
  number: number,
  query: ReviewQuery,
): Promise<Chosen | { readonly refused: ErrorEntry }> => {
  const place = await places(store).find(number);
  if (!place) return { refused: errors.businessInvalid };
  const { accountNumber, businessNumber } = place;
  const { businessNumbers, brandIds, competitorLocationIds } = query;
  const missing = await unknownLocation(store, accountNumber, businessNumbers);
  if (missing !== undefined) return { refused: businessUnknown(missing) };
  const { brands, locations } = await brandsWith(store, accountNumber, [...brandIds, ...competitorLocationIds]);
  const known = new Set(brands.map(({ competitorId }) => competitorId));
  const unknown =
    brandIds.find((each) => !known.has(each)) ?? competitorLocationIds.find((each) => !locations.has(each));
  if (unknown !== undefined) return { refused: businessUnknown(unknown) };
  const wantedBrands = new Set(brandIds);
  const wanted = new Set(competitorLocationIds);
  const isWanted = ({ compAccountId, brand }: ListedCompetitor): boolean =>
    wantedBrands.size + wanted.size === 0 || wantedBrands.has(brand.competitorId) || wanted.has(compAccountId);
  const chosen = brands
    .flatMap((brand) => brand.locations)
    .filter(
      (each) =>
        isWanted(each) &&
        competesWith(each, businessNumber === undefined ? [] : [businessNumber]) &&
        competesWith(each, businessNumbers),
    );
  return { accountNumber, locations: chosen, isAll: chosen.length === locations.size };
};
