/** Numbers as short text that sorts as they do, for what is kept of each of many records in one item. Pure. */

/** 64 visible characters of ASCII, in the order of their codes. */
const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
/** Values by code; of anything else 0. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

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

/** The opposite of `packed`, of a part of a text. */
export const unpacked = (text: string, from = 0, end = text.length): number => {
  let number = 0;
  for (let at = from; at < end; at++) number = number * 64 + (VALUES[text.charCodeAt(at)] ?? 0);
  return number;
};
