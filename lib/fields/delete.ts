/** Delete field: read the fields of the account, and delete the one that is meant on what was read. */
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { accountNamed } from './accounts.ts';
import { untilDone } from './again.ts';
import { fields } from './repository/fields.ts';
import { registerOf } from './repository/register.ts';
import type { Done, UpdateOrder } from './update.ts';

type DeleteOrder = Pick<UpdateOrder, 'businessId' | 'fieldId' | 'validateOnly' | 'requireVersion'>;

/** @throws StoreUnavailable; what `requireVersion` throws */
export const deleteFieldIn = async (store: PartnerStore, order: DeleteOrder): Promise<Done> => {
  if (store.claim?.executed) return 'done';
  const { businessId, fieldId, validateOnly, requireVersion } = order;
  return untilDone<Done>(async () => {
    const accountNumber = await accountNamed(store, businessId);
    if (accountNumber === undefined) return { refused: errors.businessInvalid };
    const register = await registerOf(store, accountNumber);
    const field = register.fields.find(({ id }) => id === fieldId);
    if (!field) return { refused: errors.fieldNotFound };
    requireVersion(field.version);
    if (validateOnly) return 'done';
    return (await fields(store).remove(register, field)) === 'changed' ? 'changed' : 'done';
  });
};
