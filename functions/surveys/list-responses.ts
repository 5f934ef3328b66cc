/** POST /v1/survey/ext/list/responses/{surveyId}: the responses to a survey, page by page. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { listResponses } from '../../lib/surveys/contracts/list-responses.ts';
import { listResponsesOf } from '../../lib/surveys/list-responses.ts';
import { responseDates } from '../../lib/surveys/rules/response-dates.ts';

export const handler = endpointWithRules(
  listResponses,
  { prepare: responseDates },
  async ({ store, path: { surveyId }, query, body, prepared: times }) => {
    const { businessNumber, page = 0, size = 25, sorder: order = 'desc' } = query;
    const window = { start: page * size, end: (page + 1) * size };
    const { completed, businessNumbers: named = [] } = body;
    const listed = await listResponsesOf(store, {
      surveyId,
      businessNumber,
      named,
      completed,
      order,
      window,
      ...times,
    });
    if ('refused' in listed) throw new ApiError(listed.refused);
    const { total, replies } = listed;
    return {
      responseList: replies,
      totalResponses: total,
      pageNo: page,
      pageSize: size,
      hasNext: window.end < total,
    };
  },
);
