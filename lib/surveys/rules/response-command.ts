/** What submit response is asked for, of a checked body, in either of its forms (docs/surveys.md: responses). Pure. */
import { isObject, type Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { invalid } from '../../contract/errors.ts';
import { readNumber } from '../../contract/readings.ts';
import { isBlank } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';

/** An answer as it is sent, and where it stands in the body. */
export interface SentAnswer {
  readonly path: string;
  readonly questionId: number;
  /** Blank: the answer is taken back. */
  readonly value: unknown;
}

export interface ResponseCommand {
  readonly answers: readonly SentAnswer[];
  /** Whether that is all that was sent: no answer is malformed. */
  readonly isAll: boolean;
  readonly completes: boolean;
  /** Epoch milliseconds. */
  readonly created: number | undefined;
  /** Whether the complete survey is the body: its `created` is the survey's own then. */
  readonly isSurvey: boolean;
  readonly customerId: number | undefined;
  readonly responseId: number | undefined;
  readonly source: string | undefined;
}

type Sent = Readonly<Record<string, unknown>>;
interface Listed {
  readonly answers: readonly SentAnswer[];
  readonly violations: readonly Violation[];
}

const broken = (path: string, problem: string): Listed => ({
  answers: [],
  violations: [{ path, error: invalid(path, problem) }],
});

const idOf = (value: unknown): number | undefined => {
  const number = readNumber(value);
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const together = (all: readonly Listed[]): Listed => ({
  answers: all.flatMap(({ answers }) => answers),
  violations: all.flatMap(({ violations }) => violations),
});

const listedIn = (rows: readonly unknown[], path: string): Listed =>
  together(
    rows.map((row, index) => {
      const place = `${path}[${index}]`;
      if (!isObject(row)) return broken(place, 'must be an object');
      if (row.questionId === undefined || isBlank(row.questionId)) return broken(`${place}.questionId`, 'is required');
      const questionId = idOf(row.questionId);
      if (questionId === undefined) return broken(`${place}.questionId`, 'must be the id of a question');
      return { answers: [{ path: `${place}.value`, questionId, value: row.value }], violations: [] };
    }),
  );

/** The survey as get survey answers it, with values; questions without one stay as they are. */
const answeredIn = (pages: readonly unknown[], path: string): Listed =>
  together(
    pages.flatMap((page, number) => {
      const place = `${path}[${number}]`;
      if (!isObject(page)) return [broken(place, 'must be an object')];
      const { questions } = page;
      if (!Array.isArray(questions)) return questions ? [broken(`${place}.questions`, 'must be an array')] : [];
      return questions.map((question, index) => {
        const own = `${place}.questions[${index}]`;
        if (!isObject(question)) return broken(own, 'must be an object');
        if (!Object.hasOwn(question, 'value')) return { answers: [], violations: [] };
        const questionId = idOf(question.id);
        if (questionId === undefined) return broken(`${own}.id`, 'must be the id of a question');
        return { answers: [{ path: `${own}.value`, questionId, value: question.value }], violations: [] };
      });
    }),
  );

const isNone = (answers: unknown): boolean => answers === undefined || isBlank(answers);

const listed = ({ answers, pages }: Sent): Listed => {
  if (isNone(answers)) return Array.isArray(pages) ? answeredIn(pages, 'pages') : { answers: [], violations: [] };
  if (Array.isArray(answers)) return listedIn(answers, 'answers');
  if (isObject(answers) && Array.isArray(answers.pages)) return answeredIn(answers.pages, 'answers.pages');
  return broken('answers', 'must be an array of answers, or a survey with a value in its questions');
};

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A second answer to a question: refused once the survey was found, whatever it asks. */
const repeated = (answers: readonly SentAnswer[]): readonly Violation[] => {
  const seen = new Set<number>();
  return answers.flatMap(({ path, questionId }) => {
    const isSecond = seen.has(questionId);
    seen.add(questionId);
    return isSecond ? [{ path, error: invalid(path, `is a second answer to question ${questionId}`) }] : [];
  });
};

/** @param now - epoch milliseconds */
export const responseCommand = (
  { body }: Pick<Normalized, 'body'>,
  now: number,
): {
  readonly prepared: ResponseCommand;
  readonly violations: readonly Violation[];
  readonly late: readonly Violation[];
} => {
  const { answers, violations } = listed(body);
  const created = numberIn(body.created);
  const isSurvey = isNone(body.answers) && Array.isArray(body.pages);
  const problem = (path: string, error: ErrorEntry): Violation => ({ path, error });
  return {
    prepared: {
      answers,
      isAll: violations.length === 0,
      completes: body.isComplete !== 0,
      created,
      isSurvey,
      customerId: numberIn(body.customerId),
      responseId: numberIn(body.responseId),
      source: typeof body.source === 'string' ? body.source : undefined,
    },
    violations: [
      ...violations,
      ...(created !== undefined && created > now
        ? [problem('created', invalid('created', 'must not be after now'))]
        : []),
      ...(isSent(body, 'customer') && isSent(body, 'customerId')
        ? [problem('customerId', invalid('customerId', 'must not be sent with customer'))]
        : []),
    ],
    late: repeated(answers),
  };
};
