/** Update field: read the fields of the account, validate, write on what was read. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Changes } from '../contract/fields.ts';
import type { Violation } from '../contract/violations.ts';
import { differs, withChanges } from '../dynamodb/table/expressions.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { recordBytes } from '../dynamodb/table/record-size.ts';
import { saveVersion } from '../dynamodb/writes/save-version.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { hasAllFilterable } from './create.ts';
import { fieldKey, isDropdown, type StoredField } from './repository/field.ts';
import { checkChange, type FieldChange, fields } from './repository/fields.ts';
import { optionsIn } from './repository/fit.ts';
import { hasRoom, type Register } from './repository/register.ts';
import { isAnyValue } from './repository/values.ts';
import { standingProblems } from './rules/field-rules.ts';
import { type FieldCommand, fieldToWrite } from './to-write.ts';

export interface UpdateCommand extends FieldCommand {
  /** By name; `null` clears one. */
  readonly changes: Changes;
  /** Throws what the first violation answers. */
  readonly refuse: (violations: readonly Violation[]) => never;
}

export type Done = 'done' | { readonly refused: ErrorEntry };

/** What is written: flags that are off are left out, as are options of what is no dropdown. */
const writesOf = ({ type }: StoredField, changes: Changes): Changes => {
  const { dropDownOptions, ...others } = changes;
  const written = Object.entries(others).map(([name, value]) => [name, value === false ? null : value]);
  return {
    ...Object.fromEntries(written),
    ...(dropDownOptions !== undefined && isDropdown(type) && { dropDownOptions }),
  };
};

/** Whether a location has an option that is left out. */
const usesLeaving = async (
  store: PartnerStore,
  { owner }: Register,
  { id, type, dropDownOptions = [] }: StoredField,
  options: readonly string[],
): Promise<boolean | undefined> => {
  const leaving = dropDownOptions.filter((each) => !options.includes(each));
  if (leaving.length === 0) return undefined;
  return isAnyValue(store, owner, id, (value) => optionsIn(type, value).some((each) => leaving.includes(each)));
};

const attempt = async (store: PartnerStore, command: UpdateCommand): Promise<Done | 'changed'> => {
  const { fieldId, changes, validateOnly, refuse } = command;
  const found = await fieldToWrite(store, command);
  if ('refused' in found) return found;
  const { register, field } = found;
  const writes = writesOf(field, changes);
  const after = withChanges({ ...field }, writes);
  const problems = standingProblems(after as unknown as StoredField);
  if (problems.length > 0) refuse(problems);
  if (writes.filterable === true && !field.filterable && hasAllFilterable(register))
    return { refused: errors.fieldLimitReached };
  const leaving = writes.dropDownOptions
    ? await usesLeaving(store, register, field, writes.dropDownOptions as readonly string[])
    : undefined;
  if (leaving) return { refused: errors.fieldInUse };
  const grown = recordBytes({ ...field.item, ...writes }) - recordBytes(field.item);
  if (!hasRoom(register, grown)) return { refused: errors.fieldLimitReached };
  if (!differs(writes, field.item)) {
    if (validateOnly || !store.idempotency) return 'done';
    // Takes the key alone.
    const saved = await saveVersion(store, {
      key: fieldKey(register.owner, fieldId),
      changes: {},
      basedOn: field.item,
    });
    return 'saved' in saved ? 'done' : 'changed';
  }
  const hangs = Object.hasOwn(writes, 'dropDownOptions') || Object.hasOwn(writes, 'filterable') || grown > 0;
  const change: FieldChange = {
    field,
    changes: writes,
    ...(hangs && { register }),
    unused: leaving !== undefined,
  };
  if (!validateOnly) return 'refused' in (await fields(store).change(change)) ? 'changed' : 'done';
  checkChange(change);
  return 'done';
};

/** @throws StoreUnavailable; ItemTooLarge; what `requireVersion` and `refuse` throw */
export const updateFieldIn = async (store: PartnerStore, command: UpdateCommand): Promise<Done> =>
  store.idempotency?.executed ? 'done' : until(USUAL_ATTEMPTS, () => attempt(store, command));
