/** The catalogue of review sources (docs/decisions.md: catalogues, aggregation link). */
import reviewSources from './review-sources.json' with { type: 'json' };

/** A review source, with what the detailed record of a link shows of it. */
export interface ReviewSource {
  readonly alias: string;
  readonly sourceId: number;
  readonly sourceName: string;
  readonly thumbnailUrl: string;
  /** `#RRGGBB`. */
  readonly backGroundColor: string;
  /** `#RRGGBB`. */
  readonly textColor: string;
  readonly reviewFormUrl: string;
  /** Whether listings are published there. */
  readonly lists?: boolean;
}

/** All review sources, in catalogue order. */
export const reviewSourceList = reviewSources as readonly ReviewSource[];

const keyOf = (alias: string): string => alias.trim().toLowerCase();

const byAlias: ReadonlyMap<string, ReviewSource> = new Map(
  reviewSourceList.map((source) => [keyOf(source.alias), source]),
);

/** Finds a review source by alias, trimmed and case-insensitive (docs/decisions.md: aggregation link). */
export const findReviewSource = (alias: string): ReviewSource | undefined => byAlias.get(keyOf(alias));

/** The sources where listings are published, in catalogue order. */
export const listingSites: readonly ReviewSource[] = reviewSourceList.filter(({ lists }) => lists === true);

const byId: ReadonlyMap<number, ReviewSource> = new Map(
  [...byAlias.values()].map((source) => [source.sourceId, source]),
);

/** The review source of this id. */
export const reviewSourceOf = (sourceId: number): ReviewSource | undefined => byId.get(sourceId);

/** Aliases, as lists of requests have them. */
export const REVIEW_SOURCES = {
  find: (text: string): string | undefined => findReviewSource(text)?.alias,
  problem: 'must be a review source',
} as const;
