/** Ends a subscription, by either path. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { accounts } from '../partners/repository/account.ts';
import { subscribing } from './repository/subscribing.ts';
import { subscriptions } from './repository/subscriptions.ts';

export interface Unsubscribing {
  /** Whose it is said to be: its account, or the location that it is for. Left out it is not asked. */
  readonly businessId?: number;
  readonly validateOnly: boolean;
}

export const endSubscription = async (
  store: PartnerStore,
  id: string,
  { businessId, validateOnly }: Unsubscribing,
): Promise<{ readonly reply: { readonly message: string } } | { readonly refused: ErrorEntry }> => {
  const ended = { reply: { message: 'Unsubscribed' } };
  if (store.idempotency?.executed) return ended;
  const [found, isNamed] = await Promise.all([
    subscriptions(store).watched(id),
    businessId === undefined ? true : accounts(store).named(businessId),
  ]);
  if (!found) return { refused: errors.subscriptionNotFound };
  if (isNamed === undefined) return { refused: errors.businessInvalid };
  const { subscription } = found;
  const isOf = businessId === undefined || [subscription.accountNumber, subscription.businessId].includes(businessId);
  if (!isOf) return { refused: errors.subscriptionNotFound };
  if (validateOnly) return ended;
  return (await subscribing(store).remove(found)) ? ended : { refused: errors.subscriptionNotFound };
};
