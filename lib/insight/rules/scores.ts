/** Computes scores of 0 to 100 from counts (docs/insight.md: scores). Pure. */
import { pointsOf, type Totals } from './sums.ts';

const MILLIONTHS = 1_000_000;

/** Which reviews count: all if no filter is given. */
export interface ReviewChoice {
  readonly sources?: ReadonlySet<string> | undefined;
  readonly ratings?: ReadonlySet<number> | undefined;
}

/**
 * A Bayesian prior, as if there were this many more ratings of this many points: it keeps a few bad ratings from
 * dominating.
 */
const PRIOR = { ratings: 5, points: 50 };

const WEIGHTS = { reputation: 0.4, sentiment: 0.4, listing: 0.2 } as const;

/** The counts of a period that scores are computed from. */
export interface Counted {
  /** Complete responses. */
  readonly responses: number;
  readonly reviews: number;
  readonly promoters: number;
  readonly detractors: number;
  /** Answers to NPS questions. */
  readonly nps: number;
  /** Reviews and answers to rating questions, and their points. */
  readonly ratings: number;
  readonly points: number;
}

const isChosen = <Value>(chosen: ReadonlySet<Value> | undefined, value: Value): boolean =>
  chosen === undefined || chosen.has(value);

/** Sums all surveys, and the selected reviews. */
export const countedOf = ({ surveys, reviews }: Totals, { sources, ratings }: ReviewChoice = {}): Counted => {
  const sum = { responses: 0, reviews: 0, promoters: 0, detractors: 0, nps: 0, ratings: 0, points: 0 };
  for (const survey of surveys.values()) {
    sum.responses += survey.complete;
    sum.promoters += survey.promoters;
    sum.detractors += survey.detractors;
    sum.nps += survey.promoters + survey.passives + survey.detractors;
    sum.ratings += survey.ratings;
    sum.points += survey.points / MILLIONTHS;
  }
  for (const { sourceAlias, rating, count } of reviews) {
    if (!isChosen(sources, sourceAlias) || !isChosen(ratings, rating)) continue;
    sum.reviews += count;
    sum.ratings += count;
    sum.points += count * pointsOf(rating);
  }
  return sum;
};

/** 0 if all are detractors, 100 if all are promoters; `null` without an answer. */
export const sentimentScore = ({ promoters, detractors, nps }: Counted): number | null =>
  nps === 0 ? null : 50 + (50 * (promoters - detractors)) / nps;

/** `null` without ratings. */
export const reputationScore = ({ ratings, points }: Counted): number | null =>
  ratings === 0 ? null : (points + PRIOR.ratings * PRIOR.points) / (ratings + PRIOR.ratings);

/** Computed from the other scores before rounding; `null` if there are none. */
export const experienceScore = (scores: {
  readonly reputation: number | null;
  readonly sentiment: number | null;
  readonly listing: number | null;
}): number | null => {
  if (scores.reputation === null && scores.sentiment === null) return null;
  const known = Object.entries(WEIGHTS).flatMap(([name, weight]) => {
    const score = scores[name as keyof typeof WEIGHTS];
    return score === null ? [] : [{ weight, score }];
  });
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  return known.reduce((sum, { weight, score }) => sum + weight * score, 0) / weights;
};

/** The mean score of the complete responses that have one. */
export const averageScore = ({
  complete,
  unscored,
  score,
}: {
  readonly complete: number;
  readonly unscored: number;
  readonly score: number;
}): number | null => (complete === unscored ? null : score / MILLIONTHS / (complete - unscored));
