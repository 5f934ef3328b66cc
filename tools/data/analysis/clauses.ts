/** Clauses and tokens of the text of a review (docs/insight.md: analysis of reviews). Pure. */

/** A word in lower case without apostrophes, words that hyphens join, or an emoji. */
export type Token = string;

const APOSTROPHES = /['’‘ʼ`´]/gu;
/** Behind these a clause ends; a comma ends one only before a blank, so that `1,000` is one. */
const END = /[.!?;:\r\n\u2028\u2029]|,(?=\s|$)/u;
/** At these a clause begins. */
const TURNS: ReadonlySet<Token> = new Set(['but', 'however', 'although', 'though', 'while']);
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}/gu;

const cutAtTurns = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    if (TURNS.has(token)) clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  return clauses;
};

/** The clauses of a text that have a token, each as its tokens. */
export const clausesOf = (text: string): readonly (readonly Token[])[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .split(END)
    .flatMap((part) => cutAtTurns(part.match(TOKEN) ?? []))
    .filter((tokens) => tokens.length > 0);
