/** Deletes media of a location; ids that do not exist are ignored. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { media } from './repository/media.ts';
import { isMediaId } from './repository/medium.ts';

interface RemoveCommand {
  readonly businessNumber: number;
  readonly mediaIds: readonly string[];
  readonly validateOnly: boolean;
}

/** @returns `false` if the location does not exist. @throws StoreUnavailable */
export const removeMedia = async (
  store: PartnerStore,
  { businessNumber, mediaIds, validateOnly }: RemoveCommand,
): Promise<boolean> => {
  if (store.idempotency?.executed) return true;
  const { owner, find, remove } = media(store);
  return until(USUAL_ATTEMPTS, async () => {
    const [location, found] = await Promise.all([
      owner(businessNumber),
      find(businessNumber, mediaIds.filter(isMediaId)),
    ]);
    if (!location) return false;
    if (validateOnly || (found.length === 0 && !store.idempotency)) return true;
    return 'refused' in (await remove(businessNumber, found)) ? 'changed' : true;
  });
};
