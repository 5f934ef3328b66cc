/**
 * What a response or a review counts for, as sums that are whole numbers: adding what a new image has and taking away what
 * the old one had leaves exactly what a recount would come to (docs/insight.md: counts). Pure.
 */
import { NUMBER_WIDTH, packed, unpacked } from '../../contacts/repository/packed-text.ts';
import type { Review } from '../../reviews/repository/review.ts';
import type { SurveyResponse } from '../../surveys/repository/response.ts';

/** Amounts by the name of their attribute; none is 0. */
export type Sums = Readonly<Record<string, number>>;

/** How many records an item counts: at 0 it is to go. */
export const RECORDS = 'n';

/** Scores and points are counted in millionths, so that sums of them are whole. */
const PARTS = 1_000_000;
const parts = (amount: number): number => Math.round(amount * PARTS);

/** A rating of 1 to 5 as points of 0 to 100. */
export const pointsOf = (rating: number): number => (Math.max(rating, 1) - 1) * 25;

/** What is counted of the responses to a survey, by the last letter of the attribute. All but the first of complete ones. */
const LETTERS = {
  /** Not complete. */
  incomplete: 'i',
  complete: 'c',
  /** Without a score. */
  unscored: 'u',
  /** Scores, in millionths. */
  score: 't',
  /** Answers to nps questions: 9 and 10, 7 and 8, 0 to 6. */
  promoters: 'p',
  passives: 'v',
  detractors: 'd',
  /** Answers to rating questions, and their points in millionths. */
  ratings: 'k',
  points: 'q',
} as const;
type Counted = keyof typeof LETTERS;

/** What an item counts of one survey. */
export type SurveySums = Readonly<Record<Counted, number>>;

/** What an item counts of reviews of one source and rating. */
export interface ReviewSum {
  readonly sourceAlias: string;
  readonly rating: number;
  readonly count: number;
}

export interface Totals {
  readonly surveys: ReadonlyMap<number, SurveySums>;
  readonly reviews: readonly ReviewSum[];
}

const withoutZeros = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));

/** @param review - of the sources of the catalogue */
export const sumsOfReview = ({ sourceAlias, rating }: Pick<Review, 'sourceAlias' | 'rating'>): Sums => ({
  [RECORDS]: 1,
  [`R${sourceAlias}:${rating}`]: 1,
});

type Scored = Pick<SurveyResponse, 'surveyId' | 'completed' | 'overallScore' | 'nps' | 'ratings'>;

export const sumsOfResponse = ({ surveyId, completed, overallScore, nps, ratings }: Scored): Sums => {
  const countOf = (least: number, most: number) => nps.filter((each) => each >= least && each <= most).length;
  const sums: Partial<Record<Counted, number>> = completed
    ? {
        complete: 1,
        unscored: overallScore === null ? 1 : 0,
        score: parts(overallScore ?? 0),
        promoters: countOf(9, 10),
        passives: countOf(7, 8),
        detractors: countOf(0, 6),
        ratings: ratings.length,
        points: parts(ratings.reduce((sum, rating) => sum + pointsOf(rating), 0)),
      }
    : { incomplete: 1 };
  const survey = `S${packed(surveyId, NUMBER_WIDTH)}`;
  return withoutZeros({
    [RECORDS]: 1,
    ...Object.fromEntries(
      Object.entries(sums).map(([name, amount]) => [`${survey}${LETTERS[name as Counted]}`, amount]),
    ),
  });
};

/** What is to be added for the sums to become those of another state. */
export const difference = (before: Sums | undefined, after: Sums | undefined): Sums => {
  const changes: Record<string, number> = { ...after };
  for (const [name, amount] of Object.entries(before ?? {})) changes[name] = (changes[name] ?? 0) - amount;
  return withoutZeros(changes);
};

const BY_LETTER = new Map(Object.entries(LETTERS).map(([name, letter]) => [letter as string, name as Counted]));

const isSum = (name: string): boolean => name === RECORDS || /^[RS]./.test(name);

/** The sums of an item. */
export const sumsIn = (item: Readonly<Record<string, unknown>>): Sums =>
  withoutZeros(
    Object.fromEntries(Object.entries(item).flatMap(([name, value]) => (isSum(name) ? [[name, Number(value)]] : []))),
  );

const NONE = Object.fromEntries(Object.keys(LETTERS).map((name) => [name, 0])) as SurveySums;

/** Adds sums of items up, and reads what they are of. */
export const totals = () => {
  const surveys = new Map<number, Record<Counted, number>>();
  const reviews = new Map<string, number>();
  const addSurvey = (name: string, amount: number): void => {
    const counted = BY_LETTER.get(name.at(-1) ?? '');
    if (!counted) return;
    const id = unpacked(name.slice(1, -1));
    const sums = surveys.get(id) ?? { ...NONE };
    sums[counted] += amount;
    surveys.set(id, sums);
  };
  return {
    add: (item: Readonly<Record<string, unknown>>): void => {
      for (const name in item) {
        const amount = Number(item[name]);
        if (/^S./.test(name)) addSurvey(name, amount);
        else if (/^R./.test(name)) reviews.set(name, (reviews.get(name) ?? 0) + amount);
      }
    },
    found: (): Totals => ({
      surveys,
      reviews: [...reviews].flatMap(([name, count]) => {
        const colon = name.lastIndexOf(':');
        const review = { sourceAlias: name.slice(1, colon), rating: Number(name.slice(colon + 1)), count };
        return count === 0 ? [] : [review];
      }),
    }),
  };
};
