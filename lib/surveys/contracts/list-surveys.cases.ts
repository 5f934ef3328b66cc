/** Requests of list surveys against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignOwner, visit } from './demo.cases.ts';
import type { listSurveys } from './list-surveys.ts';

export const listSurveysCases: Cases<typeof listSurveys> = {
  parameters: { businessId: 700104 },
  examples: [
    {
      summary: 'Surveys by name, with the responses of one location',
      parameters: { searchStr: 'visit', sortby: 'response', sorder: 1 },
      reply: [visit],
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  invalid: {
    parameters: { sortby: 'name' },
    message: 'sortby must be one of modified, created, response',
    violations: [{ pointer: '', parameter: 'sortby' }],
  },
  foreign: { businessId: foreignOwner('businessId') },
};
