/** Save Q&A: creates a question of an account with its answers, or replaces one. */
import { identifier } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, answers, businessNumbers, LONGEST_TEXT, question } from './shared-schemas.ts';

export const saveQna = {
  id: 'saveQna',
  module: 'qna',
  method: 'POST',
  path: '/v1/faq/external/save',
  summary: 'Save Q&A',
  tag: 'Q&A',
  description: `Creates a question with its answers. With \`id\`, it replaces that question.

The header names the account, or one of its locations. Without \`businessNumbers\` the question applies to all
locations. A question of some locations is deleted with the last of them; it never becomes one of all locations.
Saving a question without changes keeps its \`updatedDate\`.`,
  headers: account,
  writes: true,
  lasting: true,
  request: {
    title: 'QnaToSave',
    type: 'object',
    properties: {
      id: field(identifier, 'Replaces this question', 760001),
      question: field(
        question,
        `The question, 10 to ${LONGEST_TEXT} characters and at least 3 words`,
        'Is there parking for bikes?',
      ),
      answers: field(answers, 'Its answers, 1 to 10'),
      businessNumbers: field(
        businessNumbers,
        'Locations that the question applies to; all locations of the account if empty or omitted',
        [700101],
      ),
    },
  },
  reply: {
    title: 'SavedQna',
    type: 'object',
    required: ['id'],
    properties: {
      id: field({ type: 'integer', format: 'int64' }, 'Id; 0 for a new record in a dry run', 512345678901234),
    },
  },
  errors: {
    questionTooShort: errors.questionTooShort,
    qnaTextTooLong: errors.qnaTextTooLong,
    questionOfFewWords: errors.questionOfFewWords,
    answerRequired: errors.answerRequired,
    businessInvalid: errors.businessInvalid,
    questionNotFound: errors.questionNotFound,
  },
  bodyIdentifiers: ['id', 'businessNumbers'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
