/** Media that a profile names. */
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { mediumKey } from './medium.ts';

/** Which of these media the location has fetched. One call for each. */
export const doneMedia = async (
  { table, partnerId }: PartnerStore,
  businessNumber: number,
  mediaIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await Promise.all(
    mediaIds.map((mediaId) => table.get(mediumKey({ partnerId, businessNumber, kind: 'media', mediaId }))),
  );
  return new Set(mediaIds.filter((_, index) => found[index]?.status === 'DONE'));
};
