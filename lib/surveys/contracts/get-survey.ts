/** Get survey: its pages and questions, and how many responses it has. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { ONE_LINE } from '../../contract/text.ts';
import { SURVEY_TYPES } from '../repository/survey.ts';
import { id, integer, shown, shownQuestion, surveyId } from './shared-schemas.ts';

const { name, status, created, lastModified, responses, questionCount } = shown;

export const getSurvey = {
  id: 'getSurvey',
  module: 'surveys',
  method: 'GET',
  path: '/v1/survey/{surveyId}',
  summary: 'Get survey',
  tag: 'Surveys',
  description: `Returns a survey with its pages and questions. For a location, \`responses\` counts its own responses; \`status\` is that
of the complete survey. To [submit a response](#operation/submitResponse), send this object back with a \`value\` in its
questions.`,
  pathParameters: surveyId,
  query: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
    lang: {
      description: 'Language; a survey has one, in which it was created',
      schema: { type: 'string', maxLength: 35, pattern: ONE_LINE },
    },
  },
  reply: {
    title: 'Survey',
    type: 'object',
    required: [
      ...(['surveyId', 'name', 'status', 'surveyType', 'created', 'lastModified', 'responses'] as const),
      ...(['questionCount', 'businessId', 'thankYouMessage', 'pages'] as const),
    ],
    properties: {
      surveyId: shown.surveyId,
      name,
      status,
      surveyType: field({ enum: SURVEY_TYPES }, 'Its type', 'traditional'),
      created,
      lastModified,
      responses,
      questionCount,
      businessId: field(id, 'The account', 700100),
      thankYouMessage: field(text, 'Message after the survey', 'See you again soon!'),
      pages: field(
        {
          type: 'array',
          items: {
            title: 'SurveyPage',
            type: 'object',
            required: ['name', 'id', 'order', 'questions'],
            properties: {
              name: field(text, 'Title', 'Your visit'),
              id: field(id, 'The id of the page', 1),
              order: field(integer, 'Position, from 1', 1),
              questions: field({ type: 'array', items: shownQuestion }, 'Its questions, in order'),
            },
          },
        },
        'Its pages, in order',
      ),
    },
  },
  errors: { businessInvalid: errors.businessInvalid, surveyInvalid: errors.surveyInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
