/** POST /v1/faq/external/get-all-qna: a page of the questions and answers of an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getAllQna } from '../../lib/qna/contracts/get-all-qna.ts';
import { pageOfQuestions } from '../../lib/qna/list.ts';
import { questionReply } from '../../lib/qna/reply.ts';

export const handler = endpoint(getAllQna, async ({ store, headers, query, body, window }) => {
  const found = await pageOfQuestions(store, {
    businessId: headers['x-business-number'],
    businessNumbers: body.businessNumbers ?? [],
    isAscending: query.order === 0,
    window: window!,
  });
  if ('refused' in found) throw new ApiError(found.refused);
  return { totalCount: found.totalCount, qnAs: found.questions.map(questionReply) };
});
