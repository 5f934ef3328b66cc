/** Selects the reviews of a request. Pure. */
import { REVIEW_SOURCES } from '../../catalog/review-sources.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { endsBeforeStart } from '../../contract/days.ts';
import * as errors from '../../contract/error-rows.ts';
import { folded, foldedPart } from '../../contract/folded-text.ts';
import { knownIn } from '../../contract/known-list.ts';
import { timeOf } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Review } from '../repository/review.ts';

/** Omitted filters are ignored. */
export interface ReviewChoice<Reviewed = Review> {
  /** Epoch milliseconds; `until` is not included. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly sources?: ReadonlySet<string> | undefined;
  readonly ratings?: ReadonlySet<number> | undefined;
  /** A filter that needs the review itself. */
  readonly hasText?: ((review: Reviewed) => boolean) | undefined;
}

const MOST_WORDS = 5;

/** Far longer than a search text may be. */
const LONGEST = 1000;

/** The maximum number of words counted: a text may have half a million. */
const COUNTED = 1000;

const wordsOf = (searchStr: string): readonly string[] => searchStr.split(/\s+/, COUNTED).filter((word) => word !== '');

const textChoice = (words: readonly string[], tags: ReadonlySet<string>): ReviewChoice['hasText'] => {
  if (words.length === 0 && tags.size === 0) return undefined;
  return ({ title = '', comments = '', reviewer = {}, tags: own = [] }) => {
    const { firstName = '', lastName = '' } = reviewer;
    const said = folded(`${title}\n${comments}\n${firstName} ${lastName}`);
    return words.every((word) => said.includes(word)) && (tags.size === 0 || own.some((tag) => tags.has(folded(tag))));
  };
};

const setOf = <Value>(values: readonly Value[]): ReadonlySet<Value> | undefined =>
  values.length === 0 ? undefined : new Set(values);

interface Sent {
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly sources?: readonly string[];
  readonly ratings?: readonly number[];
  readonly searchStr?: string;
  readonly tags?: readonly string[];
}

/** The filter of a body whose fields have the schema's types, and the violations of rules. */
export const validatedChoice = ({ body }: Normalized) => {
  const { fromDate, toDate, ratings = [], searchStr = '', tags = [] } = body as Sent;
  const violations: Violation[] = [];
  const { known: sources, violations: unknown } = knownIn(body.sources, 'sources', REVIEW_SOURCES);
  const words = wordsOf(String(searchStr));
  if (endsBeforeStart(fromDate, toDate)) violations.push({ path: 'toDate', error: errors.endBeforeStart });
  violations.push(...unknown);
  if (words.length > MOST_WORDS)
    violations.push({
      path: 'searchStr',
      error: errors.tooManyKeywords,
      limit: MOST_WORDS,
      ...(words.length < COUNTED - 1 && { actual: words.length }),
    });
  const chosenTags = new Set((Array.isArray(tags) ? tags : []).map((tag) => folded(String(tag))));
  const prepared: ReviewChoice = {
    ...(fromDate !== undefined && { from: timeOf(String(fromDate)) }),
    ...(toDate !== undefined && { until: timeOf(String(toDate)) }),
    sources,
    ratings: setOf(Array.isArray(ratings) ? ratings : []),
    // Avoid folding a text as long as a body: too many words are refused above, and the schema refuses a longer text.
    hasText: textChoice(
      words.slice(0, MOST_WORDS).map((word) => (word.length > LONGEST ? word : foldedPart(word))),
      chosenTags,
    ),
  };
  return { prepared, violations };
};
