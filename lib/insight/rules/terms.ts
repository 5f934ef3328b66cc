/** What reviews say, as sums that counts keep: reviews by sentiment, and mentions by keyword and polarity. Pure. */
import type { Sums } from '../../dynamodb/stream/change.ts';
import type { ReviewAnalysis } from '../../reviews/repository/analysis.ts';
import { RECORDS } from './sums.ts';

/** Within this distance of 0 a sentiment is neither praise nor blame. */
const THRESHOLD = 0.05;

const signOf = (sentiment: number): string => (sentiment > THRESHOLD ? '+' : sentiment < -THRESHOLD ? '-' : '=');

/** `V+` reviews of praise, `K112-` mentions of a keyword that blame; `undefined` of a review that was not analysed yet. */
export const sumsOfTerms = ({ sentiment, terms = [] }: ReviewAnalysis): Sums | undefined =>
  sentiment === undefined
    ? undefined
    : { [RECORDS]: 1, [`V${signOf(sentiment)}`]: 1, ...Object.fromEntries(terms.map((term) => [`K${term}`, 1])) };

/** How many there are in all, of praise and of blame. */
export interface Polarities {
  all: number;
  positive: number;
  negative: number;
}

const none = (): Polarities => ({ all: 0, positive: 0, negative: 0 });

export interface TermTotals {
  readonly reviews: Polarities;
  /** Mentions by the id of the keyword. */
  readonly keywords: ReadonlyMap<number, Polarities>;
}

/** Adds up the sums of items. */
export const termTotals = () => {
  const reviews = none();
  const keywords = new Map<number, Polarities>();
  return {
    add: (item: Readonly<Record<string, unknown>>): void => {
      for (const name in item) {
        if (!/^[KV]./.test(name)) continue;
        const [amount, sign, id] = [Number(item[name]), name.at(-1), Number(name.slice(1, -1))];
        if (amount === 0) continue;
        const counted = name.startsWith('V') ? reviews : (keywords.get(id) ?? none());
        if (counted !== reviews) keywords.set(id, counted);
        counted.all += amount;
        if (sign === '+') counted.positive += amount;
        if (sign === '-') counted.negative += amount;
      }
    },
    found: (): TermTotals => ({ reviews, keywords }),
  };
};

/** 0 if all is blame, 100 if all is praise; `null` of nothing. */
export const termScore = ({ all, positive, negative }: Polarities): number | null =>
  all === 0 ? null : 50 + (50 * (positive - negative)) / all;

const GRADES = [
  ['A', 80],
  ['B', 65],
  ['C', 50],
  ['D', 35],
] as const;

/** @param score - 0 to 100, not rounded */
export const gradeOf = (score: number): string => GRADES.find(([, least]) => score >= least)?.[0] ?? 'F';
