/** The field that an update or a deletion is about, and the fields of its account. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import type { StoredField } from './repository/field.ts';
import { type Register, registerOf } from './repository/register.ts';

export interface FieldCommand {
  /** Of the account, or of one of its locations. */
  readonly businessId: number;
  readonly fieldId: number;
  readonly validateOnly: boolean;
  /** Throws where the field may not be written at this version. */
  readonly requireVersion: (version: number) => void;
}

interface FieldToWrite {
  readonly register: Register;
  readonly field: StoredField;
}

/** @throws what `requireVersion` throws */
export const fieldToWrite = async (
  store: PartnerStore,
  { businessId, fieldId, requireVersion }: FieldCommand,
): Promise<FieldToWrite | { readonly refused: ErrorEntry }> => {
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) return { refused: errors.businessInvalid };
  const register = await registerOf(store, accountNumber);
  const field = register.fields.find(({ id }) => id === fieldId);
  if (!field) return { refused: errors.fieldNotFound };
  requireVersion(field.version);
  return { register, field };
};
