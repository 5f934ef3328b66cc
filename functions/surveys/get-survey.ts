/** GET /v1/survey/{surveyId}: a survey with its pages and questions. */
import { places } from '../../lib/contacts/repository/place.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getSurvey } from '../../lib/surveys/contracts/get-survey.ts';
import { surveyReply } from '../../lib/surveys/reply.ts';
import { surveys } from '../../lib/surveys/repository/surveys.ts';

export const handler = endpoint(getSurvey, async ({ store, path: { surveyId }, query: { businessId } }) => {
  const place = await places(store).find(businessId);
  if (!place) throw new ApiError(errors.businessInvalid);
  const found = await surveys(store).counted(place.accountNumber, surveyId, place.businessNumber);
  if (!found) throw new ApiError(errors.surveyInvalid);
  return surveyReply(place.accountNumber, found);
});
