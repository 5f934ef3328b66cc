/** Requests of get survey against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignOwner, foreignSurvey, visit, visitPages } from './demo.cases.ts';
import type { getSurvey } from './get-survey.ts';

export const getSurveyCases: Cases<typeof getSurvey> = {
  parameters: { surveyId: DEMO.visit, businessId: 700104 },
  examples: [
    {
      summary: 'With the responses of one location',
      reply: {
        ...visit,
        surveyType: 'traditional',
        businessId: 700100,
        thankYouMessage: 'See you again soon!',
        pages: visitPages,
      },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    surveyInvalid: { parameters: { surveyId: 859999 } },
  },
  invalid: {
    parameters: { lang: 'x'.repeat(36) },
    message: 'lang must have at most 35 characters',
    violations: [{ pointer: '', parameter: 'lang', limit: 35, actual: 36 }],
  },
  foreign: { surveyId: foreignSurvey(), businessId: foreignOwner('businessId') },
};
