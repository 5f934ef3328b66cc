/**
 * Numbers that JavaScript can't print as they were sent: `12345678901234567890` or `1e400`. A numeric field reads them
 * as `JSON.parse` does. A text field refuses them, as the text would change. Pure.
 */

/** Represents such a number in a parsed body. */
export class NumberText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): number {
    return Number(this.source);
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** The digits of longer numbers are not compared, which bounds the cost of a body full of digits. */
const LONGEST = 64;

/** The significant digits of a number. */
const digitsOf = (text: string): string =>
  text
    .replace(/[eE].*$/, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+|0+$/g, '');

/** A shorter number without a fraction or exponent always prints as sent. */
const SHORT = 16;

/** Whether this text of a JSON number, without its sign, does not print as sent. */
export const isNumberText = (source: string): boolean =>
  (source.length >= SHORT || /[.eE]/.test(source)) && !printsAsItCame(Number(source), source);

/** Whether a number matches its source text: a safe integer in any spelling, a decimal in its own spelling. */
const printsAsItCame = (value: number, source: string): boolean =>
  String(value) === source ||
  (Number.isSafeInteger(value) && source.length <= LONGEST && digitsOf(source) === digitsOf(String(value)));

const keepSource: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && !printsAsItCame(value, source) ? new NumberText(source) : value;

/** Matches text that may hold such a number. A match inside a string only costs a slower parse. */
const SUSPICIOUS = /[0-9](?:\.[0-9]|[eE])|[0-9]{16}/;

/**
 * Parses JSON and keeps the source text of numbers that do not print as sent.
 *
 * @param hasNumberText - whether the text holds such a number, if known; checking each value makes a parse several
 *   times slower
 * @throws SyntaxError as `JSON.parse` does
 */
export const parseJson = (text: string, hasNumberText = SUSPICIOUS.test(text)): unknown =>
  hasNumberText ? JSON.parse(text, keepSource as (key: string, value: unknown) => unknown) : JSON.parse(text);
