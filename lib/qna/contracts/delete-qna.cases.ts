/** Requests of delete Q&A against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { deleteQna } from './delete-qna.ts';
import { DEMO, FOREIGN, foreignOwner } from './demo.cases.ts';

export const deleteQnaCases: Cases<typeof deleteQna> = {
  parameters: { qnaId: DEMO.bikes, 'x-business-number': 700100 },
  examples: [
    { summary: 'A question of a location', reply: {} },
    { summary: 'A question of all locations', parameters: { qnaId: DEMO.gifts }, reply: {} },
  ],
  provocations: {
    questionNotFound: { parameters: { qnaId: DEMO.absent } },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    qnaId: {
      foreign: { parameters: { qnaId: FOREIGN.foreign } },
      absent: { parameters: { qnaId: FOREIGN.absent } },
      code: errors.questionNotFound.code,
    },
    'x-business-number': foreignOwner(),
  },
};
