/** Create field: read the fields of the account, validate, put. */
import { drawNumber } from '../business/repository/creation.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Executed } from '../dynamodb/writes/idempotency-record.ts';
import { nextMark } from '../dynamodb/writes/marks.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { type Field, fieldBytes, MOST_FIELDS, MOST_FILTERABLE } from './repository/field.ts';
import { creationOf, fields } from './repository/fields.ts';
import { fieldNamed, hasRoom, type Register, registerOf } from './repository/register.ts';
import type { NewField } from './rules/field-rules.ts';

export interface Created {
  /** 0 if it is only validated. */
  readonly id: number;
  readonly fieldName: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
}

/** Whether one more field would be one too many to search by. */
export const hasAllFilterable = ({ fields: all }: Register): boolean =>
  all.filter(({ filterable }) => filterable).length >= MOST_FILTERABLE;

const check = (register: Register, field: Field): ErrorEntry | undefined => {
  if (fieldNamed(register, field.fieldName)) return errors.fieldNameTaken;
  const isFull =
    register.fields.length >= MOST_FIELDS ||
    (field.filterable && hasAllFilterable(register)) ||
    !hasRoom(register, fieldBytes(register.owner, field));
  return isFull ? errors.fieldLimitReached : undefined;
};

const createdBefore = ({ result = {} }: Executed): Created => ({
  id: Number(result.id),
  fieldName: String(result.fieldName),
  created: String(result.created),
});

/** @throws StoreUnavailable; ItemTooLarge */
export const createFieldIn = async (
  store: PartnerStore,
  command: { readonly businessId: number; readonly field: NewField; readonly validateOnly: boolean },
): Promise<Created | { readonly refused: ErrorEntry }> => {
  const { businessId, field, validateOnly } = command;
  if (store.idempotency?.executed) return createdBefore(store.idempotency.executed);
  return until(USUAL_ATTEMPTS, async () => {
    const accountNumber = await openAccount(store, businessId);
    if (accountNumber === undefined) return { refused: errors.businessInvalid };
    const register = await registerOf(store, accountNumber);
    const created = new Date(clock.now()).toISOString();
    const fresh = { ...field, id: validateOnly ? 0 : drawNumber(), created };
    const refused = check(register, fresh);
    if (refused) return { refused };
    const { fieldName } = field;
    if (validateOnly) {
      creationOf(register.owner, fresh, nextMark());
      return { id: 0, fieldName, created };
    }
    const written = await fields(store).create(register, fresh);
    if ('refused' in written) return 'changed';
    return 'done' in written ? { id: fresh.id, fieldName, created } : createdBefore(written.executed);
  });
};
