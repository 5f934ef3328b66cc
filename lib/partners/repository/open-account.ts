/** The account that a request names, to write or read what belongs to it. */
import { clock } from '../../dynamodb/client/clock.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { accountKey, accountKeys, accountNumberIn, isAt, isClosing, NOT_CLOSING } from './account.ts';

/**
 * The account that a number names, by itself or as one of its locations; none that is about to be deleted. One call.
 */
export const openAccount = async ({ table, partnerId }: PartnerStore, number: number): Promise<number | undefined> => {
  const items = await table.batchGet(accountKeys(partnerId, number));
  const account = items.find((item) => isAt(item, accountKey(partnerId, number)));
  if (account && isClosing(account, clock.now())) return undefined;
  return accountNumberIn(items, partnerId, number);
};

/** The condition that an account exists and takes something new. */
export const stillOpen = (partnerId: string, accountNumber: number): Action => ({
  ConditionCheck: {
    Key: accountKey(partnerId, accountNumber),
    ConditionExpression: `attribute_exists(pk) AND ${NOT_CLOSING}`,
    ExpressionAttributeValues: { ':now': clock.now() },
  },
});
