/** GET /v1/survey/business/{businessId}/all: the surveys of an account. */
import { places } from '../../lib/contacts/repository/place.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listSurveys } from '../../lib/surveys/contracts/list-surveys.ts';
import { rowReply } from '../../lib/surveys/reply.ts';
import { surveys } from '../../lib/surveys/repository/surveys.ts';
import { sortedSurveys } from '../../lib/surveys/rules/survey-list.ts';

export const handler = endpoint(listSurveys, async ({ store, path: { businessId }, query }) => {
  const place = await places(store).find(businessId);
  if (!place) throw new ApiError(errors.businessInvalid);
  const rows = await surveys(store).rows(place.accountNumber, place.businessNumber);
  return sortedSurveys(rows, query).map(rowReply);
});
