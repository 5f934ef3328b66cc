/** What counts as text, and as none. Pure. */

/** Characters that show nothing: white space, controls, format characters, fillers. */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text shows anything but blanks; most texts say so by their first character. */
export const isInvisible = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && INVISIBLE.test(text);
};

/** `null`, a text of invisible characters and the text "null" all mean that a field has no value. */
export const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && (isInvisible(value) || value.trim() === 'null'));

/**
 * A pattern for text of one line, which no character breaks up or reorders: no control characters, no line or paragraph
 * separators, no bidirectional overrides or isolates.
 */
export const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$';

/** Counted without a list of them: the text may be as long as a body. */
export const codePoints = (text: string): number => {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if ((text.codePointAt(index) as number) > 0xffff) index++;
    count++;
  }
  return count;
};
