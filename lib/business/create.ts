/** Creates a business: reads its context, checks, writes, and retries if another request interfered. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import type { NewBusiness } from './repository/creation.ts';
import { creations } from './repository/creations.ts';
import { checkCreation } from './rules/creation.ts';

/** The maximum number of attempts. Another creation or a change of the account makes one fail. */
const ATTEMPTS = { attempts: 8 } as const;

type Created = { readonly created: number } | { readonly refused: ErrorEntry };

/**
 * Creates a business, or only validates the creation.
 *
 * @returns its number (0 if only validated), or the error that refuses it
 * @throws StoreUnavailable if other requests interfere with every attempt, or the outcome of a write is unknown
 */
export const createRecord = async (
  store: PartnerStore,
  command: NewBusiness,
  { validateOnly }: { readonly validateOnly: boolean },
): Promise<Created> => {
  const executed = store.idempotency?.executed;
  if (executed) return { created: Number(executed.result?.businessId) };
  const { look, put } = creations(store);
  return until<Created>(ATTEMPTS, async () => {
    const context = await look(command);
    const refused = checkCreation(context);
    if (refused) return { refused };
    if (validateOnly) return { created: 0 };
    const outcome = await put(command, context);
    return 'saved' in outcome ? { created: outcome.saved } : 'changed';
  });
};
