/** Requests of save Q&A against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { DEMO, FOREIGN, foreignOwner } from './demo.cases.ts';
import type { saveQna } from './save-qna.ts';

const dogs = {
  question: 'May I bring my dog?',
  answers: [{ text: 'On the patio, yes.' }],
  businessNumbers: [700101, 700102],
};

const { businessNumbers: _, ...ofAll } = dogs;

export const saveQnaCases: Cases<typeof saveQna> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    { summary: 'A new question of two locations', body: dogs, reply: { id: 512345678901234 }, varies: ['id'] },
    {
      summary: 'Another answer to a question of all locations',
      body: { id: DEMO.gifts, question: 'Do you sell gift cards?', answers: [{ text: 'Yes, and online.' }] },
      reply: { id: DEMO.gifts },
    },
  ],
  provocations: {
    questionTooShort: {
      body: { ...dogs, question: 'Why?' },
      violations: [{ pointer: '/question', limit: 10, actual: 4 }],
    },
    qnaTextTooLong: {
      body: { ...dogs, question: `Is this ${'long'.repeat(1100)} question?` },
      violations: [{ pointer: '/question', limit: 4096, actual: 4418 }],
    },
    questionOfFewWords: { body: { ...dogs, question: 'Dogs allowed?' }, violations: [{ pointer: '/question' }] },
    answerRequired: { body: { ...dogs, answers: [] }, violations: [{ pointer: '/answers', limit: 1, actual: 0 }] },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    questionNotFound: { body: { ...dogs, id: DEMO.absent } },
  },
  invalid: {
    body: { ...dogs, answers: Array(11).fill({ text: 'Yes.' }) },
    message: 'answers must have at most 10 items',
    violations: [{ pointer: '/answers', limit: 10, actual: 11 }],
  },
  foreign: {
    'x-business-number': foreignOwner(ofAll),
    id: {
      foreign: { body: { ...ofAll, id: FOREIGN.foreign } },
      absent: { body: { ...ofAll, id: FOREIGN.absent } },
      code: errors.questionNotFound.code,
    },
    businessNumbers: {
      foreign: { body: { ...dogs, businessNumbers: [800101] } },
      absent: { body: { ...dogs, businessNumbers: [899901] } },
      code: errors.businessInvalid.code,
    },
  },
};
