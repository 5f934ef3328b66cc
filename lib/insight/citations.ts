/** Search AI citations: visibility by model, and a page of answers with what they cite. */
import type { PageWindow } from '../contract/page-window.ts';
import type { Refusal } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { MOST_UNITS, reportPlaces, tooMuch } from './places.ts';
import { type AnswerChoice, searchAiAnswers } from './repository/answers.ts';
import { citationReply, visibilityOf } from './rules/citations.ts';

interface Asked extends Omit<AnswerChoice, 'accountNumber'> {
  /** Of the account or of one of its locations. */
  readonly number: number;
  readonly window: PageWindow;
}

export const citationsReport = async (
  store: PartnerStore,
  { number, numbers: named, window, ...filters }: Asked,
): Promise<Refusal | { readonly report: object }> => {
  const budget = readBudget(MOST_UNITS);
  const placed = await reportPlaces(store, { number, named, budget, isWhole: true });
  if ('refused' in placed) return placed;
  const { accountNumber, numbers } = placed;
  const { rows: rowsOf, page: pageOf } = searchAiAnswers(store);
  const rows = await rowsOf({ ...filters, accountNumber, numbers }, budget);
  const page = rows && (await pageOf(rows, window, budget));
  if (!page) return { refused: tooMuch };
  return { report: { total: rows.length, visibility: visibilityOf(rows), citations: page.map(citationReply) } };
};
