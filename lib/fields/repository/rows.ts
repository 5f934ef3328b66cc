/**
 * Computes the custom fields of a location after a change, from the rows that are sent, the stored ones and the fields of the
 * account: what is stored, which fields are made, and which values change. Pure, except for random ids.
 */
import { isDeepStrictEqual } from 'node:util';
import { objectOf } from '../../contract/coercion.ts';
import { codePoints, ONE_LINE } from '../../contract/text.ts';
import { optionsProblem } from '../rules/field-rules.ts';
import {
  type Field,
  type FieldType,
  fieldBytes,
  isDropdown,
  LONGEST_NAME,
  LONGEST_OPTION,
  LONGEST_VALUE,
  MOST_BYTES,
  MOST_FIELDS,
  MOST_OPTIONS,
  nameKey,
} from './field.ts';
import { misfit, optionsIn } from './fit.ts';
import { fieldNamed, hasRoom, type Register } from './register.ts';
import { isReserved } from './reserved.ts';

/** A custom field as a profile has it. */
export interface Row {
  readonly fieldName: string;
  readonly id: number;
  readonly type?: FieldType;
  readonly fieldValue?: string;
}

/** Actions of one transaction, in addition to the location, the register and an idempotency key. */
export const MOST_CHANGES = 90;

export interface RowChange {
  readonly fieldId: number;
  /** Absent where the row has none. */
  readonly value?: string | undefined;
}

export interface RowPlan {
  readonly rows: readonly Row[];
  readonly created: readonly Field[];
  readonly put: readonly RowChange[];
  /** Ids of fields that the location has no row of any more. */
  readonly removed: readonly number[];
  /** Whether an option of a dropdown is taken into use. */
  readonly usesOptions: boolean;
}

/** What is wrong, below the path of the list: `[2].fieldValue`, `must be a decimal number`. */
export interface RowProblem {
  readonly at: string;
  readonly problem: string;
}

export interface RowCommand {
  readonly sent: readonly Row[];
  readonly stored: readonly Row[];
  readonly register: Register;
  /** Names of fields that were deleted, by id: of the ids that are sent. */
  readonly deleted: ReadonlyMap<number, string>;
  readonly draw: () => number;
  /** ISO 8601. */
  readonly now: string;
  /** What may change at once; as much as one transaction takes where it is left out. */
  readonly most?: number;
  /** Whether a new dropdown may be without options, as that of a data file may. */
  readonly takesBlank?: boolean;
}

const LINE = new RegExp(ONE_LINE);

/** Whether a row is left of a field that was deleted, while another field has its name: its value is about to go. */
export const isOutdated = (row: Row, field: Pick<Field, 'id' | 'fieldName'> | undefined): boolean =>
  field !== undefined && row.id !== field.id && nameKey(row.fieldName) === nameKey(field.fieldName);

/** A row as it is stored: named and numbered as its field is. */
const rowOf = ({ id, fieldName, type }: Field, fieldValue: string | undefined): Row => ({
  fieldName,
  id,
  type,
  ...(fieldValue !== undefined && { fieldValue }),
});

const nameProblem = (name: string): string | undefined => {
  if (codePoints(name) > LONGEST_NAME) return `must have at most ${LONGEST_NAME} characters`;
  return isReserved(name) ? 'is the name of a field of the profile' : undefined;
};

const NAMED_BEFORE = 'is named before';

/**
 * What is wrong with the names of rows, whatever fields the account has.
 *
 * @param sent - rows, of which some may be malformed
 */
export const namesAlone = (sent: readonly unknown[]): readonly RowProblem[] => {
  const seen = new Set<string>();
  return sent.flatMap((row, index) => {
    const { fieldName } = objectOf(row);
    if (typeof fieldName !== 'string') return [];
    const name = nameKey(fieldName);
    const problem = seen.has(name) ? NAMED_BEFORE : nameProblem(fieldName);
    seen.add(name);
    return problem ? [{ at: `[${index}].fieldName`, problem }] : [];
  });
};

/** A field that a row makes. */
const fieldOf = ({ fieldName, type = 'TEXT', fieldValue }: Row, id: number, created: string): Field => ({
  id,
  fieldName,
  type,
  created,
  ...(isDropdown(type) && { dropDownOptions: [...new Set(optionsIn(type, fieldValue ?? ''))] }),
});

/** What is wrong with the options that a new field takes from its value: what create field would refuse. */
const takenProblem = ({ type, dropDownOptions = [] }: Field): string | undefined => {
  if (dropDownOptions.length > MOST_OPTIONS) return `must name at most ${MOST_OPTIONS} options`;
  if (dropDownOptions.some((each) => codePoints(each) > LONGEST_OPTION))
    return `must have at most ${LONGEST_OPTION} characters in each option`;
  if (!dropDownOptions.every((each) => LINE.test(each))) return 'must be one line of text without control characters';
  return optionsProblem(type, dropDownOptions);
};

const tooLong = (value: string): string | undefined =>
  codePoints(value) > LONGEST_VALUE ? `must have at most ${LONGEST_VALUE} characters` : undefined;

/** What changes of the values of a location. */
const changesOf = (rows: readonly Row[], stored: readonly Row[]) => {
  const before = new Map(stored.map((row) => [row.id, row]));
  const after = new Set(rows.map(({ id }) => id));
  const put = rows.filter((row) => {
    const old = before.get(row.id);
    return !old || old.fieldValue !== row.fieldValue;
  });
  return {
    put: put.map(({ id, fieldValue }) => ({ fieldId: id, value: fieldValue })),
    removed: [...new Set(stored.map(({ id }) => id))].filter((id) => !after.has(id)),
    usesOptions: put.some(({ type, fieldValue }) => fieldValue !== undefined && type !== undefined && isDropdown(type)),
  };
};

/** What the rows that are sent come to; or everything that is wrong with them. */
export const planRows = (command: RowCommand): RowPlan | { readonly problems: readonly RowProblem[] } => {
  const { sent, stored, register, deleted, draw, now, most = MOST_CHANGES, takesBlank = false } = command;
  const problems: RowProblem[] = [];
  const rows: Row[] = [];
  const created: Field[] = [];
  const taken = new Set([...register.fields.map(({ id }) => id), ...deleted.keys()]);
  const names = new Set<string>();
  const isStored = (row: Row) => stored.some((each) => isDeepStrictEqual(each, row));
  sent.forEach((row, index) => {
    const name = nameKey(row.fieldName);
    const problem = (field: string, text: string) => problems.push({ at: `[${index}].${field}`, problem: text });
    if (names.has(name)) {
      problem('fieldName', NAMED_BEFORE);
      return;
    }
    names.add(name);
    const known = fieldNamed(register, row.fieldName);
    // What was read before the field was deleted: nothing of it comes back.
    const gone = deleted.get(row.id);
    if (!known && gone !== undefined && nameKey(gone) === name) return;
    const isFree = row.id > 0 && !taken.has(row.id);
    const field = known ?? fieldOf(row, isFree ? row.id : draw(), now);
    if (!known) {
      taken.add(field.id);
      created.push(field);
      const wrong = nameProblem(row.fieldName);
      if (wrong) problem('fieldName', wrong);
    }
    const { fieldValue } = row;
    const isBlank = fieldValue === undefined;
    const unfit = known || (isBlank && takesBlank) ? undefined : takenProblem(field);
    // What is stored so stays, whatever is right today; what is left of a field that was deleted becomes another's.
    const isKept = isStored(row) && !isOutdated(row, field);
    const wrong = unfit ?? (isBlank || isKept ? undefined : (tooLong(fieldValue) ?? misfit(field, fieldValue)));
    if (wrong) problem('fieldValue', wrong);
    rows.push(rowOf(field, fieldValue));
  });
  if (created.length > 0 && register.fields.length + created.length > MOST_FIELDS)
    problems.push({ at: '', problem: `would make more than ${MOST_FIELDS} custom fields of the account` });
  const added = created.reduce((sum, field) => sum + fieldBytes(register.owner, field), 0);
  if (!hasRoom(register, added))
    problems.push({ at: '', problem: `would make the custom fields of the account larger than ${MOST_BYTES} bytes` });
  const changes = changesOf(rows, stored);
  if (created.length + changes.put.length + changes.removed.length > most)
    problems.push({ at: '', problem: `must change at most ${most} fields at once, a new one counted twice` });
  return problems.length > 0 ? { problems } : { rows, created, ...changes };
};
