/** Which values fit a field's type (docs/decisions.md: custom fields). Pure. */
import { url } from '../../contract/atoms.ts';
import { folded } from '../../contract/folded-text.ts';
import { timeOfDay } from '../../contract/times.ts';
import { type Field, type FieldType, isDropdown } from './field.ts';

const URL_PATTERN = new RegExp(url.pattern);
const LONGEST_URL = url.maxLength;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?$/;

/** The options that a value of a dropdown names. */
export const optionsIn = (type: FieldType, value: string): readonly string[] =>
  (type === 'DROPDOWN_MULTI' ? value.split(',') : [value]).map((each) => each.trim()).filter((each) => each !== '');

const DECIMAL = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$/i;

/** A decimal number in the one form of all that are as large: digits without zeros around them, and a power of ten. */
const decimal = (text: string): string => {
  const [, sign, whole = '', fraction = '', power = '0'] = DECIMAL.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  const short = digits.replace(/0+$/, '');
  const significant = short.replace(/^0+/, '');
  if (significant === '') return '0';
  return `${sign === '-' ? '-' : ''}${significant}e${Number(power) - fraction.length + digits.length - short.length}`;
};

/**
 * What values of a type are searched by: whether one is the value asked for. Case and accents don't count; numbers are as
 * large; of several options all that are asked for are there.
 */
export const isValue = (type: FieldType, wanted: string): ((value: string) => boolean) => {
  if (type === 'NUMBER' && NUMBER.test(wanted)) {
    const number = decimal(wanted);
    return (value) => decimal(value.trim()) === number;
  }
  if (type === 'DROPDOWN_MULTI') {
    const options = optionsIn(type, wanted).map(folded);
    return (value) => {
      const has = new Set(optionsIn(type, value).map(folded));
      return options.length > 0 && options.every((each) => has.has(each));
    };
  }
  const text = folded(wanted);
  return (value) => folded(value.trim()) === text;
};

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
  if (type === 'DATE') return Number.isNaN(timeOfDay(text)) ? 'must be a date, MM/DD/YYYY' : undefined;
  if (!isDropdown(type)) return undefined;
  const options = optionsIn(type, value);
  const isKnown = options.length > 0 && options.every((each) => dropDownOptions.includes(each));
  if (isKnown) return undefined;
  return type === 'DROPDOWN_SINGLE'
    ? 'must be an option of the field'
    : 'must be options of the field, comma-separated';
};
