/** Requests of get all Q&A against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { bikes, foreignOwner, gifts } from './demo.cases.ts';
import type { getAllQna } from './get-all-qna.ts';

export const getAllQnaCases: Cases<typeof getAllQna> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    { summary: 'All questions', body: {}, reply: { totalCount: 2, qnAs: [gifts, bikes] } },
    {
      summary: 'Of one location, the oldest first',
      parameters: { order: 0, count: 1 },
      body: { businessNumbers: [700101] },
      reply: { totalCount: 2, qnAs: [bikes] },
    },
  ],
  provocations: {
    accountNotFound: {
      parameters: { 'x-business-number': '' },
      violations: [{ pointer: '', parameter: 'x-business-number' }],
    },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    pageTooLarge: { unprovoked: 'test/functions/qna/many.test.ts' },
  },
  invalid: {
    body: { businessNumbers: ['seven'] },
    message: 'businessNumbers[0] must be a number',
    violations: [{ pointer: '/businessNumbers/0' }],
  },
  foreign: {
    'x-business-number': foreignOwner({}),
    businessNumbers: {
      foreign: { body: { businessNumbers: [800101] } },
      absent: { body: { businessNumbers: [899901] } },
      code: errors.businessInvalid.code,
    },
  },
};
