/** A page of the questions of an account. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { pageTooLarge } from './contracts/get-all-qna.ts';
import type { StoredQuestion } from './repository/question.ts';
import { type ListedQuestion, questions } from './repository/questions.ts';
import { firstNotFound } from './save.ts';

/** What one request may read of questions in read units: some 7 MB, more than a response holds. */
const MOST_UNITS = 925;

export interface ListCommand {
  /** Names the account. */
  readonly businessId: number;
  /** Questions of any of these locations, or of all locations; every question where none is named. */
  readonly businessNumbers: readonly number[];
  readonly isAscending: boolean;
  readonly window: PageWindow;
}

export interface QuestionPage {
  readonly totalCount: number;
  readonly questions: readonly StoredQuestion[];
}

/** It may be a second old. It reads what the index has of all questions of the account, and the questions of the page. */
export const pageOfQuestions = async (
  store: PartnerStore,
  { businessId, businessNumbers, isAscending, window }: ListCommand,
): Promise<QuestionPage | { readonly refused: ErrorEntry }> => {
  const { ownerNamed, listed, read } = questions(store);
  const owner = await ownerNamed(businessId);
  if (!owner) return { refused: errors.businessInvalid };
  const wanted = [...new Set(businessNumbers)];
  const notFound = await firstNotFound(store, owner, wanted);
  if (notFound) return { refused: notFound };
  const numbers = new Set(wanted);
  const isWanted = ({ businessNumbers: own }: ListedQuestion) =>
    numbers.size === 0 || own.length === 0 || own.some((number) => numbers.has(number));
  const page: ListedQuestion[] = [];
  let totalCount = 0;
  for await (const each of listed(owner, isAscending)) {
    for (const question of each) {
      if (!isWanted(question)) continue;
      if (totalCount >= window.start && totalCount < window.end) page.push(question);
      totalCount++;
    }
  }
  if (page.reduce((sum, { units }) => sum + units, 0) > MOST_UNITS) return { refused: pageTooLarge };
  return { totalCount, questions: await read(page.map(({ key }) => key)) };
};
