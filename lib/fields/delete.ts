/** Delete field: read the fields of the account, and delete the one that is meant on what was read. */
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { untilDone } from '../dynamodb/until-done.ts';
import { fields } from './repository/fields.ts';
import { type FieldOrder, fieldToWrite } from './to-write.ts';
import type { Done } from './update.ts';

/** @throws StoreUnavailable; what `requireVersion` throws */
export const deleteFieldIn = async (store: PartnerStore, order: FieldOrder): Promise<Done> => {
  if (store.claim?.executed) return 'done';
  return untilDone<Done>(async () => {
    const found = await fieldToWrite(store, order);
    if ('refused' in found) return found;
    if (order.validateOnly) return 'done';
    return (await fields(store).remove(found.register, found.field)) === 'changed' ? 'changed' : 'done';
  });
};
