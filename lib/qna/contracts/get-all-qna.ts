/** Get all Q&A: a page of the questions and answers of an account. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { responseTooLargeOf } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, businessNumbers, questionRecord } from './parts.ts';

/** The answer to a page that no response can hold. */
export const pageTooLarge: ErrorEntry = responseTooLargeOf({ start: 'sIndex', size: 'count' });

export const getAllQna = {
  id: 'getAllQna',
  module: 'qna',
  method: 'POST',
  path: '/v1/faq/external/get-all-qna',
  summary: 'Get all Q&A',
  tag: 'Q&A',
  description: `A page of the questions of an account with their answers, the ones changed last first.

\`businessNumbers\` narrows it to questions of these locations; questions of all locations are among them. A number that is no
location of the account is 1011 for the whole request, and the message names it. A write shows within a second.`,
  query: {
    order: {
      description: 'By when they were changed: 1 the last one first, 0 the first one; 1 unless it is sent',
      schema: { type: 'integer', minimum: 0, maximum: 1 },
    },
  },
  headers: { 'x-business-number': { ...account['x-business-number'], missing: errors.accountNotFound } },
  paging: {
    start: 'sIndex',
    size: 'count',
    defaultSize: 25,
    firstPage: true,
    most: 1000,
    tooDeep: laterErrors.pageTooDeep,
  },
  bodyOptional: true,
  request: {
    title: 'QnaQuery',
    type: 'object',
    properties: {
      businessNumbers: field(
        businessNumbers,
        'Questions of any of these locations; all questions of the account when it is empty or left out',
        [700101],
      ),
    },
  },
  reply: {
    title: 'QnaList',
    type: 'object',
    required: ['totalCount', 'qnAs'],
    properties: {
      totalCount: field({ type: 'integer' }, 'How many questions there are, on all pages', 1),
      qnAs: field({ type: 'array', items: questionRecord }, 'The page'),
    },
  },
  errors: { accountNotFound: errors.accountNotFound, businessInvalid: errors.businessInvalid, pageTooLarge },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
