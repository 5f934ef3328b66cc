/** Create survey: look at the account, put. */
import { drawNumber } from '../business/repository/creation.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { sources } from '../dynamodb/sources.ts';
import { untilDone } from '../dynamodb/until-done.ts';
import { accounts } from '../partners/repository/account.ts';
import { surveys } from './repository/surveys.ts';
import type { SurveyDraft } from './rules/survey-order.ts';

export interface SurveyCreation {
  readonly accountNumber: number;
  readonly draft: SurveyDraft;
  readonly validateOnly: boolean;
}

/**
 * The number of the new survey; 0 where it is only judged.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const createSurveyIn = async (
  store: PartnerStore,
  { accountNumber, draft, validateOnly }: SurveyCreation,
): Promise<{ readonly surveyId: number } | { readonly refused: ErrorEntry }> => {
  const { create, requireFit } = surveys(store);
  const executed = store.claim?.executed;
  if (executed) return { surveyId: Number(executed.result?.surveyId) };
  return untilDone(async () => {
    if (!(await accounts(store).find(accountNumber))) return { refused: errors.businessInvalid };
    const now = sources.now();
    const survey = { ...draft, surveyId: drawNumber(), created: now, lastModified: now };
    if (validateOnly) {
      requireFit(accountNumber, survey);
      return { surveyId: 0 };
    }
    const committed = await create(accountNumber, survey);
    if (committed === 'changed') return 'changed';
    return { surveyId: committed === 'done' ? survey.surveyId : Number(committed.executed.result?.surveyId) };
  });
};
