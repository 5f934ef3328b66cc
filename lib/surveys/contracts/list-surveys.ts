/** List surveys: those of an account. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { shown } from './parts.ts';

export const listSurveys = {
  id: 'listSurveys',
  module: 'surveys',
  method: 'GET',
  path: '/v1/survey/business/{businessId}/all',
  summary: 'List surveys',
  tag: 'Surveys',
  description: `The surveys of an account, those changed last first. For a location \`responses\` counts its own. Surveys that
are alike in what they are sorted by are in order of their ids. A list follows a write within a second.`,
  pathParameters: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
  },
  query: {
    sortby: {
      description: 'What they are sorted by; `modified` unless it is sent. `response`: how many responses there are',
      schema: { enum: ['modified', 'created', 'response'] },
      folds: 'lower',
    },
    sorder: {
      description: '0 ascending, 1 descending; 1 unless it is sent',
      schema: { type: 'integer', enum: [0, 1] },
    },
    searchStr: {
      description: 'Only those whose name has this in it, in any case',
      schema: { type: 'string', maxLength: 250 },
    },
  },
  reply: {
    title: 'Surveys',
    type: 'array',
    items: {
      title: 'ListedSurvey',
      type: 'object',
      required: ['surveyId', 'name', 'status', 'created', 'lastModified', 'responses', 'questionCount'],
      properties: shown,
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
