/** DELETE /v1/faq/external/{qnaId}: deletes a question with its answers. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteQna } from '../../lib/qna/contracts/delete-qna.ts';
import { deleteQuestion } from '../../lib/qna/save.ts';

export const handler = endpoint(deleteQna, async ({ store, path, headers, validateOnly }) => {
  const outcome = await deleteQuestion(store, {
    businessId: headers['x-business-number'],
    id: path.qnaId,
    validateOnly,
  });
  if (outcome !== 'done') throw new ApiError(outcome.refused);
  return {};
});
