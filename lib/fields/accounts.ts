/** The location that a request about custom fields names. */
import { type Business, businesses } from '../business/repository/business.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';

/** A location of this account. One call. */
export const locationOf = async (
  store: PartnerStore,
  accountNumber: number,
  businessNumber: number,
): Promise<Business | undefined> => {
  const found = await businesses(store).find(businessNumber);
  return found?.accountNumber === accountNumber ? found : undefined;
};
