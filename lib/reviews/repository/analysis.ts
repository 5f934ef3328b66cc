/**
 * What the text of a review says, worked out where the review is imported and stored with it (docs/insight.md: analysis of
 * reviews). Counts add and take away what is stored, so that they never depend on a lexicon.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';

export interface ReviewAnalysis {
  /** -1 to 1, to two decimals. */
  readonly sentiment?: number | undefined;
  /** Keywords with what is said of each: `112+` praise, `112=` neither, `112-` blame. */
  readonly terms?: readonly string[] | undefined;
  /** Names the lexicon. */
  readonly analyzer?: string | undefined;
}

const FIELDS = ['sentiment', 'terms', 'analyzer'] as const satisfies readonly (keyof ReviewAnalysis)[];

/** The analysis of a stored review; empty if it was not analysed yet. */
export const analysisIn = (item: Item): ReviewAnalysis =>
  Object.fromEntries(FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));

/** The attributes of an analysis, for schemas. */
export const analysisAttributes = {
  sentiment: { type: 'number', minimum: -1, maximum: 1 },
  terms: { type: 'array', items: { type: 'string', pattern: '^[1-9][0-9]*[+=-]$' }, maxItems: 30 },
  analyzer: { type: 'string' },
} as const;
