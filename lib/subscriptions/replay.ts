/** Replays deliveries of a subscription: chooses those that exist, and stores a replay command. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { deliveries } from './repository/delivery.ts';
import { type Replayed, replayCommands } from './repository/replay-command.ts';
import { subscriptions } from './repository/subscriptions.ts';
import type { ReplayChoice } from './rules/replay.ts';

/** Deliveries of one replay command. */
const MOST = 1000;

const chosen = async (store: PartnerStore, id: string, choice: ReplayChoice) => {
  const { existing, failedBetween } = deliveries(store);
  if ('from' in choice) return failedBetween(id, { ...choice, most: MOST });
  return { ids: await existing(id, choice.deliveryIds), remaining: 0 };
};

/** Stores a replay command, or only counts its deliveries; `undefined` if there is no such subscription. */
export const replayOf = async (
  store: PartnerStore,
  id: string,
  { choice, validateOnly }: { readonly choice: ReplayChoice; readonly validateOnly: boolean },
): Promise<Replayed | undefined> => {
  const { put } = replayCommands(store);
  const command = { subscriptionId: id, onlyFailed: 'from' in choice };
  if (store.idempotency?.executed) return put({ ...command, deliveryIds: [] }, 0);
  if (!(await subscriptions(store).find(id))) return undefined;
  const { ids, remaining } = await chosen(store, id, choice);
  return validateOnly ? { replayed: ids.length, remaining } : put({ ...command, deliveryIds: ids }, remaining);
};
