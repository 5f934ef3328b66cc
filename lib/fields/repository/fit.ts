/** Which values fit a field's type (docs/decisions.md: custom fields). Pure. */
import { url } from '../../contract/atoms.ts';
import { type Field, type FieldType, isDropdown } from './field.ts';

const URL_PATTERN = new RegExp(url.pattern);
const LONGEST_URL = url.maxLength;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?$/;
const DATE = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/;

/** A real day, MM/DD/YYYY. */
const isDate = (text: string): boolean => {
  const [, month = '', day = '', year = ''] = DATE.exec(text) ?? [];
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return time.getUTCMonth() + 1 === Number(month) && time.getUTCDate() === Number(day);
};

/** The options that a value of a dropdown names. */
export const optionsIn = (type: FieldType, value: string): readonly string[] =>
  (type === 'DROPDOWN_MULTI' ? value.split(',') : [value]).map((each) => each.trim()).filter((each) => each !== '');

/** What is wrong with a value of such a field, in the words of a 400; `undefined` where it fits. */
export const misfit = (
  { type, dropDownOptions = [] }: Pick<Field, 'type' | 'dropDownOptions'>,
  value: string,
): string | undefined => {
  const text = value.trim();
  if (type === 'URL') {
    const isUrl = text.length <= LONGEST_URL && URL_PATTERN.test(text);
    return isUrl ? undefined : 'must be an http or https URL';
  }
  if (type === 'NUMBER')
    return NUMBER.test(text) && Number.isFinite(Number(text)) ? undefined : 'must be a decimal number';
  if (type === 'DATE') return isDate(text) ? undefined : 'must be a date, MM/DD/YYYY';
  if (!isDropdown(type)) return undefined;
  const options = optionsIn(type, value);
  const isKnown = options.length > 0 && options.every((each) => dropDownOptions.includes(each));
  if (isKnown) return undefined;
  return type === 'DROPDOWN_SINGLE'
    ? 'must be an option of the field'
    : 'must be options of the field, comma-separated';
};
