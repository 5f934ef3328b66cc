/** Set field value: one row of a location's custom fields, written as update business writes it. */
import type { Business } from '../business/repository/business.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/table/record-size.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { locationOf } from './accounts.ts';
import { isDropdown, type StoredField } from './repository/field.ts';
import { misfit } from './repository/fit.ts';
import { CUSTOM_FIELDS, rowsOf, saveLocation } from './repository/location-fields.ts';
import { registerOf } from './repository/register.ts';
import { isOutdated, type Row, type RowPlan } from './repository/rows.ts';
import { allHaveValues } from './repository/values.ts';

export interface ValueCommand {
  readonly businessId: number;
  readonly businessNumber: number;
  readonly fieldId: number;
  readonly fieldValue: string;
  readonly validateOnly: boolean;
  /** Throws where the value may not be written on these. */
  readonly requireVersion: (field: StoredField, location: Business) => void;
}

export interface ValueSet {
  readonly field: StoredField;
  readonly location: Business;
  /** Whether every location of the account has a value. */
  readonly all: boolean;
}

/** The rows of a location with one that is new or changed, also in place of one that a deleted field of its name has left. */
const planOf = (location: Business, field: StoredField, fieldValue: string): RowPlan => {
  const { id, fieldName, type } = field;
  const left = rowsOf(location).filter((each) => isOutdated(each, field));
  const stored = rowsOf(location).filter((each) => !left.includes(each));
  const row: Row = { fieldName, id, type, fieldValue };
  const isThere = stored.some((each) => each.id === id);
  return {
    rows: isThere ? stored.map((each) => (each.id === id ? row : each)) : [...stored, row],
    created: [],
    put: [{ fieldId: id, value: fieldValue }],
    removed: left.map((each) => each.id),
    usesOptions: isDropdown(type),
  };
};

/** A location as it would be, in the version in which it stands. */
const preview = (location: Business, plan: RowPlan): Business => {
  const writes = { [CUSTOM_FIELDS]: plan.rows };
  checkRecordBytes(recordBytes({ ...location.item, ...writes }));
  return { ...location, profile: { ...location.profile, ...writes } };
};

/** @throws StoreUnavailable; ItemTooLarge; what `requireVersion` throws */
export const setValue = async (
  store: PartnerStore,
  command: ValueCommand,
): Promise<ValueSet | { readonly refused: ErrorEntry }> => {
  const { businessId, businessNumber, fieldId, fieldValue, validateOnly, requireVersion } = command;
  const isExecuted = store.idempotency?.executed !== undefined;
  return until(USUAL_ATTEMPTS, async () => {
    const accountNumber = await openAccount(store, businessId);
    const location = accountNumber === undefined ? undefined : await locationOf(store, accountNumber, businessNumber);
    if (accountNumber === undefined || !location) return { refused: errors.businessInvalid };
    const register = await registerOf(store, accountNumber);
    const field = register.fields.find(({ id }) => id === fieldId);
    if (!field) return { refused: errors.fieldNotFound };
    const answered = async (at: Business, counted = businessNumber): Promise<ValueSet> => ({
      field,
      location: at,
      all: await allHaveValues(store, register.owner, fieldId, counted),
    });
    if (isExecuted) return answered(location);
    requireVersion(field, location);
    if (misfit(field, fieldValue)) return { refused: errors.fieldValueInvalid };
    const plan = planOf(location, field, fieldValue);
    if (validateOnly) return answered(preview(location, plan));
    const saved = await saveLocation(store, {
      business: location,
      writes: { [CUSTOM_FIELDS]: plan.rows },
      register,
      plan,
    });
    if (saved === 'changed') return 'changed';
    return 'saved' in saved ? answered(saved.saved) : 'changed';
  });
};
