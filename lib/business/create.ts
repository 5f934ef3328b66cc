/** Create business from what is to be created to its number: look, judge, put, and again where another request came between. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { pauseBefore } from '../dynamodb/pause.ts';
import type { NewBusiness } from './repository/creation.ts';
import { creations } from './repository/creations.ts';
import { judgeCreation } from './rules/creation.ts';

/** How often a creation is judged; each time another one, or a change of the account, has come between. */
const ATTEMPTS = 8;

/**
 * Creates a business, or only judges it.
 *
 * @returns its number, 0 where it is only judged; or what refuses it
 * @throws StoreUnavailable where others are in the way each time, or nobody knows what became of it
 */
export const createRecord = async (
  store: PartnerStore,
  order: NewBusiness,
  { validateOnly }: { readonly validateOnly: boolean },
): Promise<{ readonly created: number } | { readonly refused: ErrorEntry }> => {
  const executed = store.claim?.executed;
  if (executed) return { created: Number(executed.result?.businessId) };
  const { look, put } = creations(store);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pauseBefore(attempt);
    const ground = await look(order);
    const refused = judgeCreation(ground);
    if (refused) return { refused };
    if (validateOnly) return { created: 0 };
    const outcome = await put(order, ground);
    if ('saved' in outcome) return { created: outcome.saved };
  }
  throw new StoreUnavailable('others were in the way each time');
};
