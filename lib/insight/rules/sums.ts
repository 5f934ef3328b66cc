/**
 * The contribution of a response or a review as integer sums. Adding the new image's and subtracting the old one's
 * gives exactly the result of a recount (docs/insight.md: counts). Pure.
 */
import { NUMBER_WIDTH, packed, unpacked } from '../../contacts/repository/packed-text.ts';
import type { Sums } from '../../dynamodb/stream/change.ts';
import type { Review, StoredReview } from '../../reviews/repository/review.ts';
import type { SurveyResponse } from '../../surveys/repository/response.ts';

/** The number of records that an item counts; at 0 the item is removed. */
export const RECORDS = 'n';

/** Scores and points are stored in millionths, so that sums are integers. */
const PARTS = 1_000_000;
const parts = (amount: number): number => Math.round(amount * PARTS);

/** Converts a rating of 1 to 5 to points of 0 to 100. */
export const pointsOf = (rating: number): number => (Math.max(rating, 1) - 1) * 25;

/**
 * The counts of the responses to a survey, by the last letter of the attribute. All but the first concern complete
 * responses.
 */
const LETTERS = {
  /** Incomplete responses. */
  incomplete: 'i',
  complete: 'c',
  /** Responses without a score. */
  unscored: 'u',
  /** Scores, in millionths. */
  score: 't',
  /** Answers to NPS questions: 9 and 10, 7 and 8, 0 to 6. */
  promoters: 'p',
  passives: 'v',
  detractors: 'd',
  /** Answers to rating questions, and their points in millionths. */
  ratings: 'k',
  points: 'q',
} as const;
type Counted = keyof typeof LETTERS;

/** An item's counts of one survey. */
export type SurveySums = Readonly<Record<Counted, number>>;

/** An item's count of reviews with one source and rating. */
export interface ReviewSum {
  readonly sourceAlias: string;
  readonly rating: number;
  readonly count: number;
}

export interface Waited {
  readonly responses: number;
  readonly milliseconds: number;
}

export interface Totals {
  readonly surveys: ReadonlyMap<number, SurveySums>;
  readonly reviews: readonly ReviewSum[];
  /** The number of reviews with a response, by source. */
  readonly responded: ReadonlyMap<string, number>;
  /** How many of them have the time of the response, and how long they waited for it, by source. */
  readonly waited: ReadonlyMap<string, Waited>;
}

export const withoutZeros = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));

/** The milliseconds from a review to its response; `undefined` if it is not known, or the response lies before it. */
const waitedFor = ({ reviewDate, responseDate }: Pick<Review, 'reviewDate' | 'responseDate'>): number | undefined => {
  const waited = Date.parse(responseDate ?? '') - Date.parse(reviewDate);
  return waited >= 0 ? waited : undefined;
};

/**
 * Of each source: reviews by rating, those with a response (`Aalpha`), and of those whose wait is known how many there
 * are (`Halpha`) and how long they waited (`Walpha`), in milliseconds.
 *
 * @param review - from a source of the catalogue
 */
export const sumsOfReview = (
  review: Pick<StoredReview, 'sourceAlias' | 'rating' | 'reviewDate' | 'response' | 'responseDate' | 'answered'>,
): Sums => {
  const { sourceAlias, rating, response, responseDate, answered } = review;
  const waited = waitedFor(review);
  return withoutZeros({
    [RECORDS]: 1,
    [`R${sourceAlias}:${rating}`]: 1,
    [`A${sourceAlias}`]: response || responseDate || answered ? 1 : 0,
    [`H${sourceAlias}`]: waited === undefined ? 0 : 1,
    [`W${sourceAlias}`]: waited ?? 0,
  });
};

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

/** The amounts to add to get from one state's sums to another's. */
export const difference = (before: Sums | undefined, after: Sums | undefined): Sums => {
  const changes: Record<string, number> = { ...after };
  for (const [name, amount] of Object.entries(before ?? {})) changes[name] = (changes[name] ?? 0) - amount;
  return withoutZeros(changes);
};

const BY_LETTER = new Map(Object.entries(LETTERS).map(([name, letter]) => [letter as string, name as Counted]));

const isSum = (name: string): boolean => name === RECORDS || /^[AHIKRSVW]./.test(name);

/** The sums of an item. */
export const sumsIn = (item: Readonly<Record<string, unknown>>): Sums =>
  withoutZeros(
    Object.fromEntries(Object.entries(item).flatMap(([name, value]) => (isSum(name) ? [[name, Number(value)]] : []))),
  );

const NONE = Object.fromEntries(Object.keys(LETTERS).map((name) => [name, 0])) as SurveySums;

/** Adds up the sums of items, and decodes them. */
export const totals = () => {
  const surveys = new Map<number, Record<Counted, number>>();
  const reviews = new Map<string, number>();
  const bySource = { A: new Map<string, number>(), H: new Map<string, number>(), W: new Map<string, number>() };
  const addSurvey = (name: string, amount: number): void => {
    const counted = BY_LETTER.get(name.at(-1) ?? '');
    if (!counted) return;
    const id = unpacked(name, 1, name.length - 1);
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
        else if (/^[AHW]./.test(name)) {
          const [sums, source] = [bySource[name[0] as keyof typeof bySource], name.slice(1)];
          sums.set(source, (sums.get(source) ?? 0) + amount);
        }
      }
    },
    found: (): Totals => ({
      surveys,
      responded: bySource.A,
      waited: new Map(
        [...bySource.H].map(([source, responses]) => [
          source,
          { responses, milliseconds: bySource.W.get(source) ?? 0 },
        ]),
      ),
      reviews: [...reviews].flatMap(([name, count]) => {
        const colon = name.lastIndexOf(':');
        const review = { sourceAlias: name.slice(1, colon), rating: Number(name.slice(colon + 1)), count };
        return count === 0 ? [] : [review];
      }),
    }),
  };
};
