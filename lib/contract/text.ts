/** What counts as text and as blank. Pure. */

/** Invisible characters: white space, controls, format characters, fillers. */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

const LETTER_N = 0x6e;

/** Whether a character is visible ASCII. */
const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f;

/** `null`, a text of invisible characters and the text "null" all mean that a field has no value. */
export const isBlank = (value: unknown): boolean => {
  if (typeof value !== 'string') return value === null;
  const first = value.charCodeAt(0);
  if (isPlain(first)) return first === LETTER_N && value.trim() === 'null';
  return INVISIBLE.test(value) || value.trim() === 'null';
};

/** How emails, tags and names are compared: without case and outer blanks. */
export const caseKey = (text: string): string => text.trim().toLowerCase();

/** A code in upper case. Letters beyond ASCII stay as they are: `ß` would become the code `SS`. */
export const inUpperCase = (code: string): string => code.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** A time of day as it is stored and shown: `09:00` is `9:00`. */
export const hourText = (hour: string): string => hour.replace(/^0(?=[0-9]:)/, '');

/** Control characters, line and paragraph separators, bidirectional overrides and isolates. */
const IN_NO_LINE = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

/** A pattern for single-line text in one direction: none of the characters above. */
export const ONE_LINE = `^[^${IN_NO_LINE}]*$`;

const BREAKS = new RegExp(`[${IN_NO_LINE}]+`, 'g');

/** A text as a single line in one direction: blanks take the place of what `ONE_LINE` refuses. */
export const asOneLine = (text: string): string => text.replace(BREAKS, ' ');

const SURROGATE = /[\ud800-\udfff]/;
const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/**
 * Counts code points without building an array, and faster for text without surrogate pairs: the text may be as long as
 * a body, and several rules count it.
 */
export const codePoints = (text: string): number => {
  if (!SURROGATE.test(text)) return text.length;
  let pairs = 0;
  for (let index = 1; index < text.length; index++)
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) pairs++;
  return text.length - pairs;
};
