/** Create survey: look at the account, put. */
import { drawNumber } from '../business/repository/creation.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { accounts } from '../partners/repository/account.ts';
import { surveys } from './repository/surveys.ts';
import type { SurveyDraft } from './rules/survey-command.ts';

export interface SurveyCreation {
  readonly accountNumber: number;
  readonly draft: SurveyDraft;
  readonly validateOnly: boolean;
}

/**
 * The number of the new survey; 0 if it is only validated.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const createSurveyIn = async (
  store: PartnerStore,
  { accountNumber, draft, validateOnly }: SurveyCreation,
): Promise<{ readonly surveyId: number } | { readonly refused: ErrorEntry }> => {
  const { create, requireFit } = surveys(store);
  const executed = store.idempotency?.executed;
  if (executed) return { surveyId: Number(executed.result?.surveyId) };
  return until(USUAL_ATTEMPTS, async () => {
    if (!(await accounts(store).find(accountNumber))) return { refused: errors.businessInvalid };
    const now = clock.now();
    const survey = { ...draft, surveyId: drawNumber(), created: now, lastModified: now };
    if (validateOnly) {
      requireFit(accountNumber, survey);
      return { surveyId: 0 };
    }
    const written = await create(accountNumber, survey);
    if ('refused' in written) return 'changed';
    return { surveyId: 'done' in written ? survey.surveyId : Number(written.executed.result?.surveyId) };
  });
};
