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

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** A longer number is nobody's: its digits are not compared, which bounds what a body of digits costs. */
const LONGEST = 64;

/** The digits that tell a number from others of its size. */
const digitsOf = (text: string): string =>
  text
    .replace(/[eE].*$/, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+|0+$/g, '');

/** Any other number prints as it came: it has no fraction, no exponent, and few digits. */
const SHORT = 16;

/** Whether the text of a JSON number, without its sign, is one that does not print as it came. */
export const isNumberText = (source: string): boolean =>
  (source.length >= SHORT || /[.eE]/.test(source)) && !printsAsItCame(Number(source), source);

/** Whether a number says what its source says: a safe integer in any spelling, a decimal in its own. */
const printsAsItCame = (value: number, source: string): boolean =>
  String(value) === source ||
  (Number.isSafeInteger(value) && source.length <= LONGEST && digitsOf(source) === digitsOf(String(value)));

const keepSource: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && !printsAsItCame(value, source) ? new NumberText(source) : value;

/** What such a number looks like; in a string it looks alike, which costs no more than a slower parse. */
const SUSPICIOUS = /[0-9](?:\.[0-9]|[eE])|[0-9]{16}/;

/**
 * @param hasNumberText - whether some number of it does not print as it came, where that is known: asked of each value, a
 *   parse takes several times as long
 * @throws SyntaxError as `JSON.parse` does
 */
export const parseJson = (text: string, hasNumberText = SUSPICIOUS.test(text)): unknown =>
  hasNumberText ? JSON.parse(text, keepSource as (key: string, value: unknown) => unknown) : JSON.parse(text);
