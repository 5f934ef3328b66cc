/** Requests of list responses against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { DEMO, foreignOwner, foreignSurvey } from './demo.cases.ts';
import type { listResponses } from './list-responses.ts';

const complete = {
  responseId: DEMO.complete,
  requestDate: '12/02/2025',
  responseDate: '12/02/2025',
  completed: true,
  questionCount: 4,
  locale: 'en',
  surveyId: DEMO.visit,
  surveyName: 'How was your visit?',
  locationName: 'Kettle House Hotel',
  businessNumber: 700104,
  customerId: 41001,
  customerName: 'Ada Field',
  source: 'kiosk',
  answers: [
    { questionId: 1, questionTitle: 'How likely are you to recommend us?', questionType: 'nps', answer: '9' },
    { questionId: 2, questionTitle: 'How was the food?', questionType: 'rating', answer: '4' },
    { questionId: 3, questionTitle: 'What did you have?', questionType: 'checkbox', answer: 'Lunch, Drinks' },
    {
      questionId: 4,
      questionTitle: 'What could be better?',
      questionType: 'textarea',
      answer: 'A table by the window.',
    },
  ],
  overallScore: 82.5,
};
const incomplete = {
  ...complete,
  responseId: DEMO.incomplete,
  requestDate: '12/03/2025',
  responseDate: '12/03/2025',
  completed: false,
  customerId: null,
  customerName: '',
  source: 'email',
  answers: [{ ...complete.answers[0], answer: '7' }],
  overallScore: null,
};

export const listResponsesCases: Cases<typeof listResponses> = {
  parameters: { surveyId: DEMO.visit, businessNumber: 700104 },
  examples: [
    {
      summary: 'Responses of a location, the latest first',
      body: { startDate: '12/01/2025 00:00:00', endDate: '12/31/2025 23:59:59' },
      reply: {
        responseList: [incomplete, complete],
        totalResponses: 2,
        pageNo: 0,
        pageSize: 25,
        hasNext: false,
      },
    },
    {
      summary: 'Complete responses of some locations, one per page',
      parameters: { businessNumber: 700100, page: 0, size: 1, sortby: 'date', sorder: 'asc' },
      body: { completed: true, businessNumbers: [700104] },
      reply: { responseList: [complete], totalResponses: 1, pageNo: 0, pageSize: 1, hasNext: false },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessNumber: 799999 } },
    surveyInvalid: { parameters: { surveyId: 859999 } },
    dateInvalid: { body: { startDate: '12/01/2025' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { endDate: '02/29/2025 00:00:00' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: {
      body: { startDate: '12/02/2025 00:00:01', endDate: '12/02/2025 00:00:00' },
      violations: [{ pointer: '/endDate' }],
    },
    pageSizeInvalid: {
      parameters: { size: 1001 },
      violations: [{ pointer: '', parameter: 'size', limit: 1000, actual: 1001 }],
    },
    pageTooDeep: { parameters: { page: 100, size: 1000 }, violations: [{ pointer: '', parameter: 'page' }] },
    pageTooLarge: { unprovoked: 'test/functions/surveys/list-responses.test.ts' },
  },
  invalid: {
    parameters: { sorder: 'up' },
    message: 'sorder must be one of asc, desc',
    violations: [{ pointer: '', parameter: 'sorder' }],
  },
  foreign: {
    surveyId: foreignSurvey(),
    businessNumber: foreignOwner('businessNumber'),
    businessNumbers: {
      foreign: { body: { businessNumbers: [800101] } },
      absent: { body: { businessNumbers: [899901] } },
      code: errors.businessInvalid.code,
    },
  },
};
