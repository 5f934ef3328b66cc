/** Create field: look at the fields of the account, judge, put. */
import { drawNumber } from '../business/repository/creation.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Executed } from '../dynamodb/claim.ts';
import { nextMark } from '../dynamodb/marks.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { sources } from '../dynamodb/sources.ts';
import { untilDone } from '../dynamodb/until-done.ts';
import { accountNamed } from './accounts.ts';
import { MOST_FIELDS, MOST_FILTERABLE } from './repository/field.ts';
import { creationOf, fields } from './repository/fields.ts';
import { fieldNamed, type Register, registerOf } from './repository/register.ts';
import type { NewField } from './rules/field-rules.ts';

export interface Created {
  /** 0 where it is only judged. */
  readonly id: number;
  readonly fieldName: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
}

/** Whether one more field would be one too many to search by. */
export const hasAllFilterable = ({ fields: all }: Register): boolean =>
  all.filter(({ filterable }) => filterable).length >= MOST_FILTERABLE;

const judge = (register: Register, { fieldName, filterable }: NewField): ErrorEntry | undefined => {
  if (fieldNamed(register, fieldName)) return errors.fieldNameTaken;
  const isFull = register.fields.length >= MOST_FIELDS || (filterable && hasAllFilterable(register));
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
  order: { readonly businessId: number; readonly field: NewField; readonly validateOnly: boolean },
): Promise<Created | { readonly refused: ErrorEntry }> => {
  const { businessId, field, validateOnly } = order;
  if (store.claim?.executed) return createdBefore(store.claim.executed);
  return untilDone(async () => {
    const accountNumber = await accountNamed(store, businessId);
    if (accountNumber === undefined) return { refused: errors.businessInvalid };
    const register = await registerOf(store, accountNumber);
    const refused = judge(register, field);
    if (refused) return { refused };
    const created = new Date(sources.now()).toISOString();
    const { fieldName } = field;
    if (validateOnly) {
      creationOf(register.owner, { ...field, id: 0, created }, nextMark());
      return { id: 0, fieldName, created };
    }
    const fresh = { ...field, id: drawNumber(), created };
    const committed = await fields(store).create(register, fresh);
    if (committed === 'changed') return 'changed';
    return committed === 'done' ? { id: fresh.id, fieldName, created } : createdBefore(committed.executed);
  });
};
