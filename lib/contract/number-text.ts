/**
 * Numbers that do not print as they came: `12345678901234567890` or `1e400`. Where a number is due they are what
 * `JSON.parse` makes of them; where text is due they are refused, as the text would be another one. Pure.
 */

/** Stands in a parsed body for such a number. */
export class NumberText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): number {
    return Number(this.source);
  }
}

/** What such a number looks like; in a string it looks alike, which costs no more than a slower parse. */
const SUSPICIOUS = /[0-9](?:\.[0-9]|[eE])|[0-9]{16}/;

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** A longer number is nobody's: its digits are not compared, which bounds what a body of digits costs. */
const LONGEST = 64;

/** The digits that tell a number from others of its size. */
const digitsOf = (text: string): string =>
  text
    .replace(/[eE].*$/, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+|0+$/g, '');

/** Whether a number says what its source says: a safe integer in any spelling, a decimal in its own. */
const printsAsItCame = (value: number, source: string): boolean =>
  String(value) === source ||
  (Number.isSafeInteger(value) && source.length <= LONGEST && digitsOf(source) === digitsOf(String(value)));

const keepSource: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && !printsAsItCame(value, source) ? new NumberText(source) : value;

/** @throws SyntaxError as `JSON.parse` does */
export const parseJson = (text: string): unknown =>
  SUSPICIOUS.test(text) ? JSON.parse(text, keepSource as (key: string, value: unknown) => unknown) : JSON.parse(text);
