/**
 * Analyses reviews that were not analysed yet, or with another catalogue of terms (docs/insight.md: analysis of reviews).
 * Marks and version stay as they are, so that data files still find the review as they left it, and no event is sent.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  COMPETITOR_REVIEW,
  competitorReviewFrom,
  competitorReviewItem,
} from '../../lib/competitors/repository/review.ts';
import { isRefused } from '../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { expressionOf } from '../../lib/dynamodb/table/expressions.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import { analysisIn, type ReviewAnalysis } from '../../lib/reviews/repository/analysis.ts';
import { REVIEW, reviewFrom, reviewItem } from '../../lib/reviews/repository/review.ts';
import type { OpenTable } from '../open-table.ts';
import type { ReviewText } from './analysis/analyze.ts';
import { analysisOf } from './analysis/review-analysis.ts';
import { type Run, startRun } from './run/run.ts';

export interface Analysed {
  readonly reviews: number;
  /** Reviews whose analysis is another one now, or would be. */
  readonly changed: number;
  /** Reviews of erased persons: their text is gone, and the analysis stays. */
  readonly withheld: number;
  /** Changed by others at each try: the next run finds them. */
  readonly left: number;
}

const MOST_TRIES = 5;

/** The item as it would be with another analysis: the lists show how large it is. */
const itemWith = (item: Item, analysis: ReviewAnalysis): Item => {
  const partnerId = String(item.partnerId);
  return item.type === REVIEW
    ? reviewItem(partnerId, { ...reviewFrom(item), ...analysis })
    : competitorReviewItem(partnerId, { ...competitorReviewFrom(item), ...analysis });
};

type Outcome = 'same' | 'changed' | 'withheld' | 'left';

const analyzeItem = async (table: OpenTable, read: Item, dryRun: boolean): Promise<Outcome> => {
  let item = read;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (item.withheld && item.analyzer !== undefined) return 'withheld';
    const analysis = analysisOf(item as unknown as ReviewText);
    if (isDeepStrictEqual(analysisIn(item), analysis)) return 'same';
    if (dryRun) return 'changed';
    const { bytes, gsi1sk, gsi2sk } = itemWith(item, analysis);
    const { change, require, build } = expressionOf();
    change({ ...analysis, bytes, gsi1sk, gsi2sk });
    require({ attribute: 'version', is: Number(item.version) });
    const outcome = await table.update({ Key: keyOf(item), ...build() });
    if (!isRefused(outcome)) return 'changed';
    if (!outcome.item) return 'same';
    item = outcome.item;
  }
  return 'left';
};

export interface AnalysisOptions {
  readonly dryRun?: boolean | undefined;
  /** Keeps the position and the counts. */
  readonly run?: Run;
}

/** Analyses the reviews of a table again. */
export const analyzeReviews = async (
  table: OpenTable,
  { dryRun = false, run = startRun() }: AnalysisOptions = {},
): Promise<Analysed> => {
  const found = run.keep('outcomes', { same: 0, changed: 0, withheld: 0, left: 0 });
  await run.sweep({
    phase: 'reviews',
    table,
    what: 'Analysing',
    types: [REVIEW, COMPETITOR_REVIEW],
    see: async (items) => {
      const outcomes = await Promise.all(items.map((item) => run.call(() => analyzeItem(table, item, dryRun))));
      return () => {
        for (const outcome of outcomes) found[outcome]++;
      };
    },
  });
  const { same, changed, withheld, left } = found;
  return { reviews: same + changed + withheld + left, changed, withheld, left };
};
