/** Numbers as short text that sorts as they do, for what is kept of each of many records in one item. Pure. */

/** 64 visible characters of ASCII, in the order of their codes. */
const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** Characters of any safe integer, and of a point in time in milliseconds up to the year 2109. */
export const NUMBER_WIDTH = 9;
export const TIME_WIDTH = 7;

/** A whole number from 0 in so many characters; one that needs more is the largest that fits. */
export const packed = (number: number, width: number): string => {
  let left = Math.min(Math.max(Math.trunc(number), 0), 64 ** width - 1);
  let text = '';
  for (let place = 0; place < width; place++) {
    text = DIGITS[left % 64] + text;
    left = Math.floor(left / 64);
  }
  return text;
};

/** The opposite of `packed`. */
export const unpacked = (text: string): number => {
  let number = 0;
  for (const digit of text) number = number * 64 + (VALUES.get(digit) ?? 0);
  return number;
};
