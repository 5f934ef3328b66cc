/** POST /v1/faq/external/save: creates a question with its answers, or replaces one. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { saveQna } from '../../lib/qna/contracts/save-qna.ts';
import { saveQuestion } from '../../lib/qna/save.ts';

export const handler = endpoint(saveQna, async ({ store, headers, body, validateOnly }) => {
  const { id, question = '', answers = [], businessNumbers = [] } = body;
  const saved = await saveQuestion(store, {
    businessId: headers['x-business-number'],
    id,
    sent: { question, answers: answers.map(({ text = '' }) => text), businessNumbers: [...new Set(businessNumbers)] },
    validateOnly,
  });
  if ('refused' in saved) throw new ApiError(saved.refused);
  return { id: saved.id };
});
