/** Finds where a text stops being valid JSON, so that a client can correct it. Pure. */

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[{}[\],:])/y;
const BEFORE_VALUE = new Set([':', ',', '[', '']);
const NO_VALUE = new Set([':', ',', ']', '}']);

/** The offset of the first unexpected token; the end of the text if there is none. */
const unexpectedToken = (text: string): number => {
  TOKEN.lastIndex = 0;
  let previous = '';
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return start + (/\S/.exec(text.slice(start))?.index ?? 0);
    const isEmptyArray = previous === '[' && token === ']';
    if (BEFORE_VALUE.has(previous) && NO_VALUE.has(token) && !isEmptyArray) return TOKEN.lastIndex - token.length;
    previous = token;
  }
  return text.length;
};

/**
 * The line and column, both from 1, at which `JSON.parse` failed.
 *
 * @param message - the message of its SyntaxError, which gives most positions as an offset
 */
export const jsonPosition = (text: string, message: string): { readonly line: number; readonly column: number } => {
  const named = / at position ([0-9]+)/.exec(message)?.[1];
  const ended = message.startsWith('Unexpected end') || message.startsWith('Unterminated string');
  const offset = named !== undefined ? Number(named) : ended ? text.length : unexpectedToken(text);
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
};
