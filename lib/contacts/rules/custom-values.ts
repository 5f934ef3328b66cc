/** Custom fields of a contact as save contact takes them: what form a value of each type has. Pure. */
import { isObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';

/** A row as it is sent, after coercion. */
interface SentField {
  readonly fieldName?: unknown;
  readonly type?: unknown;
  readonly fieldValue?: unknown;
}

/** A row as it is stored. */
export interface CustomField {
  readonly fieldName: string;
  readonly type: string;
  /** Absent if it is blank, as a data file would not restore that. */
  readonly fieldValue?: string;
}

const NUMBER = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

interface Kind {
  readonly problem: string;
  readonly is: (value: string) => boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  text: { problem: '', is: () => true },
  number: { problem: 'must be a number', is: (value) => NUMBER.test(value) },
  currency: { problem: 'must be an amount of money', is: (value) => NUMBER.test(value) },
  date: { problem: 'must be a date, MM/DD/YYYY', is: (value) => !Number.isNaN(timeOfDay(value)) },
  'yes/no': { problem: 'must be 1 or 0', is: (value) => value === '1' || value === '0' },
};

const WORDS: Readonly<Record<string, string>> = { yes: '1', true: '1', no: '0', false: '0' };

const rowOf = ({ fieldName, type = 'text', fieldValue = '' }: SentField): CustomField => {
  const kind = String(type).trim().toLowerCase();
  const value = String(fieldValue);
  return {
    fieldName: String(fieldName),
    type: kind,
    ...(value !== '' && { fieldValue: kind === 'yes/no' ? (WORDS[value.toLowerCase()] ?? value) : value }),
  };
};

/** The rows as they are stored, and the first thing that is wrong with each. A blank value has any form. */
export const customFieldsOf = (
  sent: unknown,
): { readonly rows: readonly CustomField[]; readonly violations: readonly Violation[] } => {
  // What is no list, and a row that is no object, is refused by the schema; other rows keep their positions.
  const rows = (Array.isArray(sent) ? sent : []).map((row) => (isObject(row) ? rowOf(row) : undefined));
  const violations = rows.flatMap((row, index): Violation[] => {
    if (!row) return [];
    const { type, fieldValue } = row;
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
    const path = `customFields[${index}].${kind ? 'fieldValue' : 'type'}`;
    if (!kind) return [{ path, error: invalid(path, `must be one of ${Object.keys(KINDS).join(', ')}`) }];
    return fieldValue === undefined || kind.is(fieldValue) ? [] : [{ path, error: invalid(path, kind.problem) }];
  });
  return { rows: rows.filter((row) => row !== undefined), violations };
};
