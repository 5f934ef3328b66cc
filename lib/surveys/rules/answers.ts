/** What answers come to with those that are stored, and what is wrong with them by their survey. Pure. */
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Answer, Question } from '../repository/question.ts';
import type { SentAnswer } from './response-command.ts';
import { type Read, readValue } from './values.ts';

/** Of a title, in a message. */
const SHOWN = 100;

const named = ({ id, title }: Pick<Question, 'id' | 'title'>): string =>
  `(question ${id}, "${title.length > SHOWN ? `${title.slice(0, SHOWN)}…` : title}")`;

const violation = (path: string, problem: string): Violation => ({ path, error: invalid(path, problem) });

interface Merged {
  /** In the order of the questions. */
  readonly answers: readonly Answer[];
  readonly violations: readonly Violation[];
}

/** What is stored of a value that was read; `undefined` if it is no answer. */
const answerOf = ({ id, type }: Question, read: Read): Answer | undefined =>
  'value' in read && read.value !== undefined ? { questionId: id, type, value: read.value } : undefined;

/** A stored answer by the question as it is now, which data files may have changed. */
const stillAnswers = (question: Question | undefined, { value }: Answer): Answer | undefined =>
  question && answerOf(question, readValue(question, value));

/**
 * Answers merge by question: one that is sent replaces, a blank one takes back. A stored one that its question does not
 * take any more is none.
 *
 * @param completes - every required question must have an answer then; a label takes none
 */
export const mergedAnswers = (
  questions: readonly Question[],
  stored: readonly Answer[],
  { answers: sent, completes }: { readonly answers: readonly SentAnswer[]; readonly completes: boolean },
): Merged => {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const kept = stored.flatMap((answer) => stillAnswers(byId.get(answer.questionId), answer) ?? []);
  const known = new Map(kept.map((answer) => [answer.questionId, answer]));
  const seen = new Set<number>();
  const violations: Violation[] = [];
  for (const { path, questionId, value } of sent) {
    const question = byId.get(questionId);
    if (!question) {
      violations.push(violation(path, `answers question ${questionId}, which the survey does not have`));
      continue;
    }
    if (seen.has(questionId)) violations.push(violation(path, `${named(question)} is a second answer to it`));
    seen.add(questionId);
    const read = readValue(question, value);
    const answer = answerOf(question, read);
    if ('problem' in read) violations.push(violation(path, `${named(question)} ${read.problem}`));
    else if (answer) known.set(questionId, answer);
    else known.delete(questionId);
  }
  const checked = new Set(violations.length > 0 ? seen : []);
  for (const question of completes ? questions : []) {
    const isMissing = question.required && question.type !== 'label' && !known.has(question.id);
    if (isMissing && !checked.has(question.id)) violations.push(violation('answers', `${named(question)} is required`));
  }
  return { answers: questions.flatMap(({ id }) => known.get(id) ?? []), violations };
};
