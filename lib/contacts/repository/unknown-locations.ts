/** Which numbers that a request names are no locations of an account. */
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import type { ContactOwner } from './contact.ts';
import { contexts } from './preconditions.ts';

/**
 * Those of these numbers that are no location of the account, in their order.
 *
 * @param asTheyStand - also sees what was deleted within the last second, for a read unit each
 */
export const unknownLocations = async (
  store: PartnerStore,
  owner: ContactOwner,
  numbers: readonly number[],
  asTheyStand = false,
): Promise<readonly number[]> => {
  const possible = numbers.filter((number) => Number.isSafeInteger(number) && number > 0);
  const found = await contexts(store).locations(owner, possible, { mostChecked: asTheyStand ? possible.length : 0 });
  const known = new Set(found.map(({ businessNumber }) => businessNumber));
  return numbers.filter((number) => !known.has(number));
};
