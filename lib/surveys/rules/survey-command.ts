/** What create survey is asked for, of a checked body, and what is wrong with it that a schema can't say. Pure. */
import { isObject, listOf, type Normalized, objectOf } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { codePoints, isBlank } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { type Question, type QuestionType, TYPES_WITH_BOUNDS, TYPES_WITH_CHOICES } from '../repository/question.ts';
import type { Page, Survey, SurveyType } from '../repository/survey.ts';

export const MOST_QUESTIONS = 100;
/** Choices of a question, and characters of one. */
export const MOST_CHOICES = 100;
export const LONGEST_CHOICE = 250;
/** The bounds of a question, by the field: the least and the largest number. */
export const BOUNDS = { minValue: { minimum: 0, maximum: 9 }, maxValue: { minimum: 1, maximum: 10 } } as const;

type Sent = Readonly<Record<string, unknown>>;

const rowsOf = (value: unknown): readonly Sent[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A question and where it stands in the body. */
interface Placed {
  readonly path: string;
  readonly question: Sent;
}

/** The rows of a list with their positions in it; what is no object is refused by the schema. */
const placedRows = (value: unknown): readonly (readonly [Sent, number])[] =>
  listOf(value).flatMap((row, index) => (isObject(row) ? [[row, index] as const] : []));

const placedIn = (pages: unknown): readonly Placed[] =>
  placedRows(pages).flatMap(([{ questions }, page]) =>
    placedRows(questions).map(([question, index]) => ({ path: `pages[${page}].questions[${index}]`, question })),
  );

/** The number of questions, refused ones included; unknown if the schema refuses a page, or its questions as a whole. */
const countIn = (pages: unknown): number | undefined => {
  const counts = listOf(pages).map((page) => listOf(objectOf(page).questions).length);
  return counts.includes(0) ? undefined : counts.reduce((sum, count) => sum + count, 0);
};

const WITH_CHOICES: ReadonlySet<unknown> = new Set(TYPES_WITH_CHOICES);
const WITH_BOUNDS: ReadonlySet<unknown> = new Set(TYPES_WITH_BOUNDS);
const OF_PULSE: ReadonlySet<unknown> = new Set<QuestionType>(['rating', 'nps', 'text']);

const NPS = { minValue: 0, maxValue: 10 } as const;
const RATING = { minValue: 1, maxValue: 5 } as const;

const choiceProblem = (choices: readonly string[]): string | undefined => {
  if (choices.length > MOST_CHOICES) return `must have at most ${MOST_CHOICES} choices`;
  if (choices.some((each) => codePoints(each) > LONGEST_CHOICE))
    return `must have choices of at most ${LONGEST_CHOICE} characters`;
  return new Set(choices).size < choices.length ? 'must name each choice once' : undefined;
};

const choiceViolations = ({ path, question: { type, choices } }: Placed): readonly Violation[] => {
  if (!WITH_CHOICES.has(type)) return [];
  const place = `${path}.choices`;
  const sent: readonly unknown[] = Array.isArray(choices) ? choices : [];
  // What is no text the schema refuses.
  const all = sent.filter((each) => each !== undefined);
  if (sent.length === 0 || all.some(isBlank)) return [{ path: place, error: errors.choicesBlank }];
  const problem = choiceProblem(all.map(String));
  return problem === undefined ? [] : [{ path: place, error: invalid(place, problem) }];
};

const isIn = (value: unknown, { minimum, maximum }: { readonly minimum: number; readonly maximum: number }): boolean =>
  Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;

const BOUND_ERRORS = { minValue: errors.minValueInvalid, maxValue: errors.maxValueInvalid } as const;

const boundViolations = ({ path, question }: Placed): readonly Violation[] => {
  const { type, minValue, maxValue } = question;
  if (!WITH_BOUNDS.has(type)) return [];
  const outside = (['minValue', 'maxValue'] as const).filter(
    (name) => question[name] !== undefined && !isIn(question[name], BOUNDS[name]),
  );
  if (outside.length > 0) return outside.map((name) => ({ path: `${path}.${name}`, error: BOUND_ERRORS[name] }));
  const usual = type === 'nps' ? NPS : RATING;
  const isReversed = Number(minValue ?? usual.minValue) >= Number(maxValue ?? usual.maxValue);
  return isReversed ? [{ path: `${path}.minValue`, error: errors.boundsReversed }] : [];
};

const surveyViolations = ({ surveyType, pages }: Sent, all: readonly Placed[]): readonly Violation[] => {
  const count = countIn(pages) || 1;
  const misplaced = all.find(({ question }) => !OF_PULSE.has(question.type));
  return [
    ...(count > MOST_QUESTIONS
      ? [{ path: 'pages', error: invalid('pages', `must have at most ${MOST_QUESTIONS} questions in all`) }]
      : []),
    ...(surveyType === 'pickone' && count !== 1 ? [{ path: 'pages', error: errors.pickOneQuestion }] : []),
    ...(surveyType === 'pulse' && misplaced
      ? [{ path: `${misplaced.path}.type`, error: errors.questionNotInPulse }]
      : []),
  ];
};

/** A survey as it is to be stored, but for its own number and times. */
export type SurveyDraft = Omit<Survey, 'surveyId' | 'created' | 'lastModified'>;

/** What the type of a question has use for; the rest is dropped. */
const questionFrom = (id: number, sent: Sent): Question => {
  const type = sent.type as QuestionType;
  const bounds = type === 'nps' ? NPS : RATING;
  return {
    id,
    title: String(sent.title),
    type,
    ...(sent.required === true && { required: true }),
    ...(WITH_CHOICES.has(type) && { choices: (sent.choices ?? []) as readonly string[] }),
    ...(type === 'nps' && NPS),
    ...(type === 'rating' && {
      minValue: Number(sent.minValue ?? bounds.minValue),
      maxValue: Number(sent.maxValue ?? bounds.maxValue),
    }),
  };
};

/**
 * Ids that are not sent: the numbers from 1 that none of the others has, in their order. So the same line of a data file
 * makes the same survey each time.
 */
const idsOf = (sent: readonly Sent[]): readonly number[] => {
  const known = new Set(sent.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])));
  let next = 0;
  const draw = (): number => {
    do next++;
    while (known.has(next));
    return next;
  };
  return sent.map(({ id }) => (typeof id === 'number' ? id : draw()));
};

const pagesFrom = (sent: readonly Sent[]): readonly Page[] => {
  const pageIds = idsOf(sent);
  const questionIds = idsOf(sent.flatMap(({ questions }) => rowsOf(questions)));
  let count = 0;
  return sent.map(({ title, questions }, page) => ({
    id: pageIds[page]!,
    title: String(title ?? ''),
    questions: rowsOf(questions).map((question) => questionFrom(questionIds[count++]!, question)),
  }));
};

export const draftOf = ({ surveyName, surveyType, ownerEmailId, thankYouMessage, pages }: Sent): SurveyDraft => ({
  name: String(surveyName),
  surveyType: (surveyType ?? 'traditional') as SurveyType,
  ...(ownerEmailId !== undefined && { ownerEmailId: String(ownerEmailId) }),
  ...(thankYouMessage !== undefined && { thankYouMessage: String(thankYouMessage) }),
  pages: pagesFrom(rowsOf(pages)),
});

export const surveyCommand = ({
  body,
}: Pick<Normalized, 'body'>): { readonly prepared: SurveyDraft; readonly violations: readonly Violation[] } => {
  const all = placedIn(body.pages);
  return {
    prepared: draftOf(body),
    violations: [
      ...all.flatMap((placed) => [...choiceViolations(placed), ...boundViolations(placed)]),
      ...surveyViolations(body, all),
    ],
  };
};
