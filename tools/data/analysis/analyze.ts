/**
 * What a review says: its sentiment, and the keywords that it mentions, each as praise, as neither or as blame
 * (docs/insight.md: analysis of reviews). Pure: nothing is asked or guessed beyond text, rating and lexicon.
 */
import { clausesOf, type Token } from './clauses.ts';
import type { Form, Lexicon } from './lexicon.ts';

export interface ReviewText {
  readonly title?: string | undefined;
  readonly comments?: string | undefined;
  /** 0 to 5; 0 counts as 1. */
  readonly rating: number;
}

/** 1 for praise, -1 for blame. */
export type Polarity = -1 | 0 | 1;

export interface Mention {
  /** Of the keyword. */
  readonly id: number;
  readonly polarity: Polarity;
}

export interface Analysis {
  /** -1 to 1, to two decimals. */
  readonly sentiment: number;
  /** In the order in which the review comes to them, each once. */
  readonly terms: readonly Mention[];
}

/** In characters. */
const LONGEST_TEXT = 10_000;
const MOST_TERMS = 30;
/** A negator turns and weakens a word that is at most so many tokens behind it. */
const REACH = 3;
const TURNED = -0.75;
/** Damps sums of values: one strong word is 0.7, no number of words is more than 1. */
const DAMPING = 15;
const WEIGHT_OF_RATING = 0.8;
/** Within this distance of 0 it is neither praise nor blame. */
const THRESHOLD = 0.05;

/** @returns what a score says */
export const polarityOf = (score: number): Polarity => (score > THRESHOLD ? 1 : score < -THRESHOLD ? -1 : 0);

const textOf = ({ title, comments }: ReviewText): string =>
  Array.from([title, comments].filter((part) => part !== undefined && part !== '').join('. '))
    .slice(0, LONGEST_TEXT)
    .join('');

const sumOf = (tokens: readonly Token[], { negators, value }: Lexicon): number =>
  tokens.reduce((sum, token, index) => {
    const isNegated = tokens.slice(Math.max(0, index - REACH), index).some((before) => negators.has(before));
    return sum + value(token) * (isNegated ? TURNED : 1);
  }, 0);

const damped = (sum: number): number => sum / Math.sqrt(sum ** 2 + DAMPING);

const ofRating = (rating: number): number => (WEIGHT_OF_RATING * (Math.max(1, rating) - 3)) / 2;

/** A value that misses a half only by floating-point error counts as one. */
const twoDecimals = (number: number): number => {
  const rounded = Math.round(Number((number * 100).toFixed(6))) / 100;
  return rounded === 0 ? 0 : rounded;
};

/** Every form that is in a clause with where it begins: the longest are placed first, and no token is in two. */
const placed = (tokens: readonly Token[], { formsAt }: Lexicon): readonly (readonly [at: number, form: Form])[] => {
  const found = tokens
    .flatMap((token, at) => (formsAt.get(token) ?? []).map((form) => [at, form] as const))
    .filter(([at, form]) => form.tokens.every((token, index) => tokens[at + index] === token))
    .toSorted(([at, one], [otherAt, other]) => other.tokens.length - one.tokens.length || at - otherAt);
  const taken = new Set<number>();
  return found.filter(([at, form]) => {
    const places = form.tokens.map((_, index) => at + index);
    if (places.some((place) => taken.has(place))) return false;
    for (const place of places) taken.add(place);
    return true;
  });
};

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Analyses a review. */
export const analyze = (review: ReviewText, lexicon: Lexicon): Analysis => {
  const clauses = clausesOf(textOf(review));
  const sums = clauses.map((tokens) => sumOf(tokens, lexicon));
  const rating = ofRating(review.rating);
  const scores = new Map<number, number[]>();
  for (const [index, tokens] of clauses.entries()) {
    const ids = placed(tokens, lexicon).toSorted(([one], [other]) => one - other);
    for (const id of new Set(ids.map(([, form]) => form.id)))
      scores.set(id, [...(scores.get(id) ?? []), damped(sums[index] ?? 0) + rating]);
  }
  const all = damped(sums.reduce((sum, each) => sum + each, 0));
  return {
    sentiment: twoDecimals((all + rating) / (1 + WEIGHT_OF_RATING)),
    terms: [...scores].slice(0, MOST_TERMS).map(([id, of]) => ({ id, polarity: polarityOf(mean(of)) })),
  };
};
