/** Delete Q&A: a question of an account, with its answers. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { account } from './shared-schemas.ts';

export const deleteQna = {
  id: 'deleteQna',
  module: 'qna',
  method: 'DELETE',
  path: '/v1/faq/external/{qnaId}',
  summary: 'Delete Q&A',
  tag: 'Q&A',
  description: `Deletes a question of an account with its answers.`,
  pathParameters: { qnaId: addressed(errors.questionNotFound, 'The id of the question') },
  headers: account,
  writes: true,
  lasting: true,
  reply: { title: 'QnaDeleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: { questionNotFound: errors.questionNotFound, businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'DeleteItem'],
} as const satisfies Contract;
