/**
 * Finds names that an object of a line has twice. JSON keeps the last value of such a name, and would lose the others
 * without a word. Pure.
 */
import { stringEnd } from '../../lib/http/body/guard.ts';

const isWhite = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\n' || character === '\r';

/** Whether a string that ends there is the name of a value. */
const isName = (text: string, end: number): boolean => {
  let at = end;
  while (isWhite(text[at])) at++;
  return text[at] === ':';
};

/**
 * The first name that an object has twice, at any depth; `undefined` if none has.
 *
 * @param text - JSON
 */
export const repeatedName = (text: string): string | undefined => {
  /** The names of each object that is open; an array has none. */
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = stringEnd(text, at + 1);
      if (isName(text, end)) {
        const name: string = JSON.parse(text.slice(at, end));
        const names = open.at(-1);
        if (names?.has(name)) return name;
        names?.add(name);
      }
      at = end - 1;
    }
  }
  return undefined;
};

/** The reason why a line with such a name is refused. */
export const isRepeated = (name: string): string => `${JSON.stringify(name)} is there twice`;
