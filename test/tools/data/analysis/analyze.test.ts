/** What a review says, step by step (docs/insight.md: analysis of reviews), and how well, on reviews labelled by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import reviewTerms from '../../../../lib/catalog/review-terms.json' with { type: 'json' };
import { analyze } from '../../../../tools/data/analysis/analyze.ts';
import { clausesOf } from '../../../../tools/data/analysis/clauses.ts';
import { lexiconOf, reviewLexicon } from '../../../../tools/data/analysis/lexicon.ts';
import { measured } from './labelled.ts';

const small = lexiconOf(
  {
    negators: ['not', 'never'],
    values: { good: 3, cold: -2, soup: 0 },
    categories: [
      {
        catId: 1,
        catName: 'Food',
        keywords: [
          { id: 101, keyword: 'soup', forms: ['soup', 'soups'] },
          { id: 102, keyword: 'fish soup', forms: ['fish soup'] },
          { id: 103, keyword: 'fish', forms: ['fish'] },
        ],
      },
    ],
  },
  { good: 1, bad: -3, soup: 5 },
);
const of = (comments: string, rating = 3) => analyze({ comments, rating }, small);

describe('Clauses', () => {
  it.each([
    ['Good. Bad!', [['good'], ['bad']]],
    ['Good, bad,good', [['good'], ['bad', 'good']]],
    ['Good but bad; so: so', [['good'], ['bad'], ['so'], ['so']]],
    ['However\nthough WHILE', []],
    ["Don’t  can't self-service - x", [['dont', 'cant', 'self-service', 'x']]],
    ['ﬁne Ｃafé 👍👍', [['fine', 'café', '👍', '👍']]],
  ])('of %j', (text, clauses) => expect(clausesOf(text)).toEqual(clauses));
});

describe('Analysis', () => {
  it.each([
    ['the catalogue’s value stands before others', of('good'), 0.34],
    ['others count where the catalogue has none', of('bad'), -0.34],
    ['a word of the catalogue can have no value', of('soup'), 0],
    ['a negator turns what follows within three words', of('not a very good'), -0.28],
    ['and not what follows later', of('not a very very good'), 0.34],
    ['nor in another clause', of('not, good'), 0.34],
    ['the rating alone without text', analyze({ rating: 5 }, small), 0.44],
    ['a rating of 0 counts as 1', analyze({ rating: 0 }, small), -0.44],
    ['the title counts', analyze({ title: 'good', rating: 3 }, small), 0.34],
    ['the title is a clause of its own', analyze({ title: 'not', comments: 'good', rating: 3 }, small), 0.34],
  ])('%s', (_, { sentiment }, expected) => expect(sentiment).toBe(expected));

  it('takes the longest form, a token in one form only, and a keyword once', () => {
    expect(of('fish soup, soups and soup').terms.map(({ id }) => id)).toEqual([102, 101]);
    expect(of('soup fish soup fish').terms.map(({ id }) => id)).toEqual([101, 102, 103]);
    expect(of('soupy').terms).toEqual([]);
  });

  it('gives a keyword the mean over its clauses, the rating included', () => {
    const polarity = (comments: string, rating = 3) => of(comments, rating).terms[0]?.polarity;
    expect(polarity('fish')).toBe(0);
    expect(polarity('good fish')).toBe(1);
    expect(polarity('cold fish')).toBe(-1);
    expect(polarity('good fish, bad fish')).toBe(0);
    expect(polarity('good fish, bad fish', 4)).toBe(1);
    expect(polarity('cold fish', 5)).toBe(1);
    expect(polarity('good. fish', 1)).toBe(-1);
  });

  it('reads 10,000 characters, and keeps the first thirty keywords', () => {
    expect(of(`${'x'.repeat(9_996)} good`).sentiment).toBe(0);
    expect(of(`${'x'.repeat(9_995)} good`).sentiment).toBe(0.34);
    const forms = reviewTerms.categories.flatMap(({ keywords }) => keywords.map(({ forms: [form] }) => form));
    const { terms } = analyze({ comments: forms.slice(0, 40).join('. '), rating: 3 }, reviewLexicon);
    const ids = reviewTerms.categories.flatMap(({ keywords }) => keywords.map(({ id }) => id));
    expect(terms.map(({ id }) => id)).toEqual(ids.slice(0, 30));
  });

  it('stays between -1 and 1, to two decimals, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.double({ min: 0, max: 5, noNaN: true }), (comments, rating) => {
        const { sentiment, terms } = analyze({ comments, rating }, reviewLexicon);
        expect(Math.abs(sentiment)).toBeLessThanOrEqual(1);
        expect(Number(sentiment.toFixed(2))).toBe(sentiment);
        expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length);
      }),
    );
  });
});

describe('The catalogue of terms', () => {
  const keywords = reviewTerms.categories.flatMap((category) => category.keywords);

  it('has at least 300 keywords in 14 categories, each form and id once', () => {
    expect(reviewTerms.categories.length).toBeGreaterThanOrEqual(14);
    expect(keywords.length).toBeGreaterThanOrEqual(300);
    expect(new Set(keywords.map(({ id }) => id)).size).toBe(keywords.length);
    const forms = keywords.flatMap((keyword) => keyword.forms.map((form) => clausesOf(form)));
    expect(forms.filter((clauses) => clauses.length !== 1)).toEqual([]);
    expect(new Set(forms.map((clauses) => clauses.flat().join(' '))).size).toBe(forms.length);
  });

  it('finds what a person found in reviews that no word was chosen by', () => {
    const { reviews, polarity, keywords: found } = measured({ heldOut: true });
    expect(reviews).toBe(100);
    expect(polarity.right).toBeGreaterThanOrEqual(90);
    expect(found.precision).toBeGreaterThan(0.85);
    expect(found.recall).toBeGreaterThan(0.9);
  });
});
