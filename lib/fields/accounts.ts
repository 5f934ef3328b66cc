/** The account, and the location, that a request about custom fields names. */
import { type Business, businesses } from '../business/repository/business.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { sources } from '../dynamodb/sources.ts';
import { accountKey, accountKeys, accountNumberIn, isAt, isClosing } from '../partners/repository/account.ts';

/** The account that a number names; none that is about to be deleted. One call. */
export const accountNamed = async ({ table, partnerId }: PartnerStore, number: number): Promise<number | undefined> => {
  const items = await table.batchGet(accountKeys(partnerId, number));
  const account = items.find((item) => isAt(item, accountKey(partnerId, number)));
  if (account && isClosing(account, sources.now())) return undefined;
  return accountNumberIn(items, partnerId, number);
};

/** A location of this account. One call. */
export const locationOf = async (
  store: PartnerStore,
  accountNumber: number,
  businessNumber: number,
): Promise<Business | undefined> => {
  const found = await businesses(store).find(businessNumber);
  return found?.accountNumber === accountNumber ? found : undefined;
};
