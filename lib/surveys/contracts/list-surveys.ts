/** List surveys: those of an account. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { shown } from './shared-schemas.ts';

export const listSurveys = {
  id: 'listSurveys',
  module: 'surveys',
  method: 'GET',
  path: '/v1/survey/business/{businessId}/all',
  summary: 'List surveys',
  tag: 'Surveys',
  description: `Lists the surveys of an account, the last changed first. For a location, \`responses\` counts its own responses. Surveys
with the same sort value are sorted by id. The list includes a write within a second.`,
  pathParameters: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
  },
  query: {
    sortby: {
      description: 'Sort field; `modified` by default. `response` is the number of responses',
      schema: { enum: ['modified', 'created', 'response'] },
      folds: 'lower',
    },
    sorder: {
      description: '0 ascending, 1 descending; 1 by default',
      schema: { type: 'integer', enum: [0, 1] },
    },
    searchStr: {
      description: 'Only surveys with this text in their name, case-insensitive',
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
