/** Requests of search AI citations against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { dateProvocations, foreignLocations, tooManyLocations } from './report.cases.ts';
import type { searchAiCitations } from './search-ai-citations.ts';

export const searchAiCitationsCases: Cases<typeof searchAiCitations> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'The newest two of an account',
      body: { pageSize: 2 },
      reply: {
        total: 40,
        visibility: [
          { aiModel: 'AI_MODEL_A', answers: 14, present: 10, share: 71.4 },
          { aiModel: 'AI_MODEL_B', answers: 13, present: 10, share: 76.9 },
          { aiModel: 'AI_MODEL_C', answers: 13, present: 10, share: 76.9 },
        ],
        citations: [
          {
            theme: 'Dinner',
            prompt: 'Where can I eat grilled chicken in Atascadero?',
            aiModel: 'AI_MODEL_A',
            businessNumber: 700101,
            processedDate: '09/28/2026',
            brandPresent: false,
            rank: null,
            citations: [
              {
                url: 'https://guide.example/atascadero/dinner',
                title: 'Dinner in Atascadero',
                description: 'A guide to the town.',
                brandPresent: false,
              },
              {
                url: 'https://copperkettle.example/grill',
                title: 'Copper Kettle Grill',
                description: '',
                brandPresent: true,
              },
            ],
          },
          {
            theme: 'Dinner',
            prompt: 'Which restaurant in Atascadero has a patio?',
            aiModel: 'AI_MODEL_A',
            businessNumber: 700101,
            processedDate: '09/28/2026',
            brandPresent: true,
            rank: 3,
            citations: [
              {
                url: 'https://guide.example/atascadero/dinner',
                title: 'Dinner in Atascadero',
                description: 'A guide to the town.',
                brandPresent: true,
              },
              {
                url: 'https://copperkettle.example/grill',
                title: 'Copper Kettle Grill',
                description: '',
                brandPresent: true,
              },
            ],
          },
        ],
      },
    },
    {
      summary: 'A theme and a model, some weeks',
      body: {
        businessNumbers: [700101],
        theme: 'dinner',
        aiModel: 'AI_MODEL_B',
        endDate: '09/14/2026',
        pageNo: 2,
        pageSize: 3,
      },
      reply: {
        total: 4,
        visibility: [{ aiModel: 'AI_MODEL_B', answers: 4, present: 4, share: 100 }],
        citations: [
          {
            theme: 'Dinner',
            prompt: 'Which restaurant in Atascadero has a patio?',
            aiModel: 'AI_MODEL_B',
            businessNumber: 700101,
            processedDate: '09/07/2026',
            brandPresent: true,
            rank: 3,
            citations: [
              {
                url: 'https://guide.example/atascadero/dinner',
                title: 'Dinner in Atascadero',
                description: 'A guide to the town.',
                brandPresent: true,
              },
            ],
          },
        ],
      },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    businessNumbersRequired: tooManyLocations({}),
    pageTooDeep: { body: { pageNo: 1001, pageSize: 100 }, violations: [{ pointer: '/pageNo' }] },
    ...dateProvocations({}),
  },
  invalid: {
    body: { pageNo: 0 },
    message: 'pageNo must be at least 1',
    violations: [{ pointer: '/pageNo', limit: 1, actual: 0 }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {}),
    businessNumbers: foreignLocations({}),
  },
};
