/** Get all Q&A: a page of the questions and answers of an account. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { responseTooLargeOf } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, businessNumbers, questionRecord } from './shared-schemas.ts';

/** The answer to a page that no response can hold. */
export const pageTooLarge: ErrorEntry = responseTooLargeOf({ start: 'sIndex', size: 'count' });

export const getAllQna = {
  id: 'getAllQna',
  module: 'qna',
  method: 'POST',
  path: '/v1/faq/external/get-all-qna',
  summary: 'Get all Q&A',
  tag: 'Q&A',
  description: `Lists the questions of an account with their answers, the last changed first.

\`businessNumbers\` selects questions of these locations, including questions of all locations. A number that is not a
location of the account returns 1011 for the entire request, and the message names it. The list includes a write within
a second.`,
  query: {
    order: {
      description: 'Sort by time of the last change: 1 descending, 0 ascending; 1 by default',
      schema: { type: 'integer', minimum: 0, maximum: 1 },
    },
  },
  headers: { 'x-business-number': { ...account['x-business-number'], missing: errors.accountNotFound } },
  paging: {
    start: 'sIndex',
    size: 'count',
    defaultSize: 25,
    firstPage: true,
    ahead: true,
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
        'Questions of any of these locations; all questions of the account if empty or omitted',
        [700101],
      ),
    },
  },
  reply: {
    title: 'QnaList',
    type: 'object',
    required: ['totalCount', 'qnAs'],
    properties: {
      totalCount: field({ type: 'integer' }, 'Number of questions on all pages', 1),
      qnAs: field({ type: 'array', items: questionRecord }, 'The page'),
    },
  },
  errors: { accountNotFound: errors.accountNotFound, businessInvalid: errors.businessInvalid, pageTooLarge },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
