/** Deletes media of a location: those of the ids that are there. */
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { untilDone } from '../dynamodb/until-done.ts';
import { media } from './repository/media.ts';
import { isMediaId } from './repository/medium.ts';

interface RemoveOrder {
  readonly businessNumber: number;
  readonly mediaIds: readonly string[];
  readonly validateOnly: boolean;
}

/** @returns `false` where there is no such location. @throws StoreUnavailable */
export const removeMedia = async (
  store: PartnerStore,
  { businessNumber, mediaIds, validateOnly }: RemoveOrder,
): Promise<boolean> => {
  if (store.claim?.executed) return true;
  const { owner, find, remove } = media(store);
  return untilDone(async () => {
    const [location, found] = await Promise.all([
      owner(businessNumber),
      find(businessNumber, mediaIds.filter(isMediaId)),
    ]);
    if (!location) return false;
    if (validateOnly || (found.length === 0 && !store.claim)) return true;
    return (await remove(businessNumber, found)) === 'changed' ? 'changed' : true;
  });
};
