/** The analysis of a review in the form in which it is stored with it. */
import type { ReviewAnalysis } from '../../../lib/reviews/repository/analysis.ts';
import { analyze, type Polarity, type ReviewText } from './analyze.ts';
import { type Lexicon, reviewLexicon } from './lexicon.ts';

const SIGNS: Readonly<Record<Polarity, string>> = { '1': '+', '0': '=', '-1': '-' };

/** Analyses a review as data files are analysed. */
export const analysisOf = (review: ReviewText, lexicon: Lexicon = reviewLexicon): Required<ReviewAnalysis> => {
  const { sentiment, terms } = analyze(review, lexicon);
  return { sentiment, terms: terms.map(({ id, polarity }) => `${id}${SIGNS[polarity]}`), analyzer: lexicon.name };
};
