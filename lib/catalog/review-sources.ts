/** The catalogue of review sources (docs/decisions.md: catalogues, aggregation link). */
import reviewSources from './review-sources.json' with { type: 'json' };

/** A review source: what a link's fuller record says of it. */
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
}

/** All of them, in the order of the catalogue. */
export const reviewSourceList = reviewSources as readonly ReviewSource[];

const keyOf = (alias: string): string => alias.trim().toLowerCase();

const byAlias: ReadonlyMap<string, ReviewSource> = new Map(
  reviewSourceList.map((source) => [keyOf(source.alias), source]),
);

/** The review source of this alias, trimmed and without case (docs/decisions.md: aggregation link). */
export const findReviewSource = (alias: string): ReviewSource | undefined => byAlias.get(keyOf(alias));

const byId: ReadonlyMap<number, ReviewSource> = new Map(
  [...byAlias.values()].map((source) => [source.sourceId, source]),
);

/** The review source of this id. */
export const reviewSourceOf = (sourceId: number): ReviewSource | undefined => byId.get(sourceId);
