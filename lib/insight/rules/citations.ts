/** Checks of search AI citations, and what is answered. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { oneDecimal } from '../../contract/one-decimal.ts';
import { AI_MODELS, type SearchAiAnswer } from '../repository/answer.ts';
import type { AnswerRow } from '../repository/answers.ts';
import { backwards } from './asked.ts';
import { shownDay } from './periods.ts';
import { numbersIn } from './report-asked.ts';

const DEEPEST = 100_000;

/** Checks locations, page and dates. */
export const validatedCitations = ({ body }: Normalized) => {
  const { pageNo = 1, pageSize = 25 } = body as { readonly pageNo?: number; readonly pageSize?: number };
  const isTooDeep = pageNo * pageSize > DEEPEST;
  return {
    prepared: {
      numbers: numbersIn(body, 'businessNumbers'),
      window: { start: (pageNo - 1) * pageSize, end: pageNo * pageSize },
    },
    violations: [...(isTooDeep ? [{ path: 'pageNo', error: laterErrors.pageTooDeep }] : []), ...backwards(body)],
  };
};

/** How often each model names the brand; models without answers are left out. */
export const visibilityOf = (rows: readonly AnswerRow[]) =>
  AI_MODELS.flatMap((aiModel) => {
    const own = rows.filter((row) => row.aiModel === aiModel);
    const present = own.filter(({ isPresent }) => isPresent).length;
    const share = oneDecimal((100 * present) / Math.max(1, own.length));
    return own.length === 0 ? [] : [{ aiModel, answers: own.length, present, share }];
  });

export const citationReply = ({ date, citations = [], ...answer }: SearchAiAnswer) => ({
  theme: answer.theme,
  prompt: answer.prompt,
  aiModel: answer.aiModel,
  businessNumber: answer.businessNumber,
  processedDate: shownDay(date),
  brandPresent: answer.brandPresent ?? false,
  rank: answer.rank ?? null,
  citations: citations.map(({ url, title = '', description = '', brandPresent = false }) => ({
    url,
    title,
    description,
    brandPresent,
  })),
});
