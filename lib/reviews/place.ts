/** Finds the account or location whose reviews a request concerns. */

import { places } from '../contacts/repository/place.ts';
import { contexts } from '../contacts/repository/preconditions.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { ReviewPlace } from './repository/reviews.ts';

/**
 * Finds the location or the account of a number, and which of its locations are also named; `unknown` is the first one
 * that does not belong to the account.
 */
export const placeOfReviews = async (
  store: PartnerStore,
  number: number,
  named: readonly number[] = [],
): Promise<ReviewPlace | { readonly unknown: number } | undefined> => {
  const place = await places(store).find(number);
  if (!place) return undefined;
  const { accountNumber, businessNumber } = place;
  if (named.length === 0) return { accountNumber, businessNumber };
  const found = await contexts(store).locations({ partnerId: store.partnerId, accountNumber }, named);
  const locations = new Set(found.map((each) => each.businessNumber));
  const unknown = named.find((each) => !locations.has(each));
  return unknown === undefined ? { accountNumber, businessNumber, locations } : { unknown };
};
