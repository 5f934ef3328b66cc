/** Scores of 0 to 100 from what is counted (docs/insight.md: scores). Pure. */
import { pointsOf, type Totals } from './sums.ts';

const MILLIONTHS = 1_000_000;

/** Which reviews count: all where nothing is named. */
export interface ReviewChoice {
  readonly sources?: ReadonlySet<string> | undefined;
  readonly ratings?: ReadonlySet<number> | undefined;
}

/** As if there were so many ratings of so many points besides: a few bad ones are no verdict yet. */
const PRIOR = { ratings: 5, points: 50 };

const WEIGHTS = { reputation: 0.4, sentiment: 0.4, listing: 0.2 } as const;

/** What is counted of a period, as scores are made of it. */
export interface Counted {
  /** Complete responses. */
  readonly responses: number;
  readonly reviews: number;
  readonly promoters: number;
  readonly detractors: number;
  /** Answers to nps questions. */
  readonly nps: number;
  /** Reviews and answers to rating questions, and their points. */
  readonly ratings: number;
  readonly points: number;
}

const isChosen = <Value>(chosen: ReadonlySet<Value> | undefined, value: Value): boolean =>
  chosen === undefined || chosen.has(value);

/** All surveys together, and the reviews that are chosen. */
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

/** 0 where all are detractors, 100 where all are promoters; `null` without an answer. */
export const sentimentScore = ({ promoters, detractors, nps }: Counted): number | null =>
  nps === 0 ? null : 50 + (50 * (promoters - detractors)) / nps;

/** `null` where nobody has rated. */
export const reputationScore = ({ ratings, points }: Counted): number | null =>
  ratings === 0 ? null : (points + PRIOR.ratings * PRIOR.points) / (ratings + PRIOR.ratings);

/** From the others, not rounded; `null` where nobody has said anything. */
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

/** The mean of the scores of complete responses that have one. */
export const averageScore = ({
  complete,
  unscored,
  score,
}: {
  readonly complete: number;
  readonly unscored: number;
  readonly score: number;
}): number | null => (complete === unscored ? null : score / MILLIONTHS / (complete - unscored));
