/** Whose reviews a request is about. */
import { grounds } from '../contacts/repository/ground.ts';
import { places } from '../contacts/repository/place.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import type { ReviewPlace } from './repository/reviews.ts';

/**
 * The location or the account of a number, and which of its locations are named beside it; `unknown` is the first that is
 * none of the account.
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
  const found = await grounds(store).locations({ partnerId: store.partnerId, accountNumber }, named);
  const locations = new Set(found.map((each) => each.businessNumber));
  const unknown = named.find((each) => !locations.has(each));
  return unknown === undefined ? { accountNumber, businessNumber, locations } : { unknown };
};
