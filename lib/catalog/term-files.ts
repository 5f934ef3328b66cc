/**
 * The keywords and categories of the catalogue of review terms, split off when a bundle is built
 * (cdk/build/contracts.ts): functions name keywords, and only imports look for them in texts.
 */
import file from './review-terms.json' with { type: 'json' };

export interface TermCategory {
  readonly catId: number;
  readonly catName: string;
}

export interface TermKeyword {
  readonly id: number;
  readonly keyword: string;
  readonly catId: number;
}

export const termCategories: readonly TermCategory[] = file.categories.map(({ catId, catName }) => ({
  catId,
  catName,
}));

export const termKeywords: readonly TermKeyword[] = file.categories.flatMap(({ catId, keywords }) =>
  keywords.map(({ id, keyword }) => ({ id, keyword, catId })),
);
