/** Delete field: read the fields of the account, and delete the one that is meant on what was read. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { fields } from './repository/fields.ts';
import { type FieldCommand, fieldToWrite } from './to-write.ts';
import type { Done } from './update.ts';

/** @throws StoreUnavailable; what `requireVersion` throws */
export const deleteFieldIn = async (store: PartnerStore, command: FieldCommand): Promise<Done> => {
  if (store.idempotency?.executed) return 'done';
  return until<Done>(USUAL_ATTEMPTS, async () => {
    const found = await fieldToWrite(store, command);
    if ('refused' in found) return found;
    if (command.validateOnly) return 'done';
    return 'refused' in (await fields(store).remove(found.register, found.field)) ? 'changed' : 'done';
  });
};
