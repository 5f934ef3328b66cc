/** POST /v1/survey/external/create/{businessId}: creates a survey of an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { createSurvey } from '../../lib/surveys/contracts/create-survey.ts';
import { createSurveyIn } from '../../lib/surveys/create.ts';
import { surveyCommand } from '../../lib/surveys/rules/survey-command.ts';

export const handler = endpointWithRules(
  createSurvey,
  { prepare: surveyCommand },
  async ({ store, path, prepared: draft, validateOnly }) => {
    const created = await createSurveyIn(store, { accountNumber: path.businessId, draft, validateOnly });
    if ('refused' in created) throw new ApiError(created.refused);
    return created;
  },
);
