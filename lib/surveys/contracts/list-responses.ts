/** List responses: those to a survey, of an account or of a location. */
import { text, trueOrFalse } from '../../contract/atoms.ts';
import { moment } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { QUESTION_TYPES } from '../repository/question.ts';
import { id, integer, shown, surveyId } from './shared-schemas.ts';

/** More is not read for a page: 1,000 read units. */
export const MOST_BLOCKS = 2000;
export const pageTooLarge = {
  ...errors.invalidRequest,
  message: 'The responses of this page are too large to be read at once; ask for fewer with size',
};

const ofPage = 'must be a whole number from 0';
/** 2347, whatever is wrong with it. */
const ofSize = {
  type: errors.pageSizeInvalid,
  minimum: errors.pageSizeInvalid,
  maximum: errors.pageSizeInvalid,
} as const;

const answer = {
  title: 'ListedAnswer',
  type: 'object',
  required: ['questionId', 'questionTitle', 'questionType', 'answer'],
  properties: {
    questionId: field(id, 'The question', 1),
    questionTitle: field(text, 'Text of the question', 'How likely are you to recommend us?'),
    questionType: field({ enum: QUESTION_TYPES }, 'Its type', 'nps'),
    answer: field(text, 'Answer as text; several answers are joined by `, `', '9'),
  },
} as const;

const response = {
  title: 'ListedResponse',
  type: 'object',
  required: [
    ...(['responseId', 'requestDate', 'responseDate', 'completed', 'questionCount', 'locale', 'surveyId'] as const),
    ...(['surveyName', 'locationName', 'businessNumber', 'customerId', 'customerName', 'source'] as const),
    ...(['answers', 'overallScore'] as const),
  ],
  properties: {
    responseId: field(id, 'The id of the response', 760001),
    requestDate: field(text, 'MM/DD/YYYY, the day of `created`, in UTC', '01/12/2026'),
    responseDate: field(text, 'The same', '01/12/2026'),
    completed: field({ type: 'boolean' }, 'Whether it is complete', true),
    questionCount: field(integer, 'Number of questions of the survey', 3),
    locale: field(text, 'Its language', 'en'),
    surveyId: shown.surveyId,
    surveyName: field(text, 'Name of the survey', 'How was your visit?'),
    locationName: field(text, 'Name of the location', 'Copper Kettle Diner'),
    businessNumber: field(id, 'The location', 700101),
    customerId: field({ ...id, type: ['integer', 'null'] }, 'The contact who answered; `null` if unknown', 41001),
    customerName: field(text, 'Current name of the contact', 'Ada Field'),
    source: field(text, 'Source of the response', 'kiosk'),
    answers: field(
      { type: 'array', items: answer },
      'Answers in the order of the questions; unanswered questions are omitted',
    ),
    overallScore: field(
      { type: ['number', 'null'], format: 'double' },
      '0 to 100; `null` without answers to nps or rating questions, and until the response is complete',
      90,
    ),
  },
} as const;

export const listResponses = {
  id: 'listResponses',
  module: 'surveys',
  method: 'POST',
  path: '/v1/survey/ext/list/responses/{surveyId}',
  summary: 'List responses',
  tag: 'Surveys',
  description: `Lists the responses to a survey, the latest first. Responses with the same time are sorted by id. For a location, only
its own responses are listed. \`businessNumbers\` selects locations: a number that is not a location of the account
returns 1011, and the message names it.

- \`totalResponses\` counts all matches, not only this page. \`page\` × \`size\` + \`size\` is at most 100,000.
- The time of a response is its \`created\`. Names of people and locations are current.
- The list includes a write within a second. A page whose responses or contacts exceed 8 MB returns 400: use a smaller
  \`size\`.`,
  pathParameters: surveyId,
  query: {
    businessNumber: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
    page: {
      description: 'Page number, from 0; 0 by default',
      schema: { type: 'integer', minimum: 0, maximum: 99_999, 'x-errors': { type: ofPage, minimum: ofPage } },
    },
    size: {
      description: 'Responses per page, 1 to 1000; 25 by default',
      schema: { type: 'integer', minimum: 1, maximum: 1000, 'x-errors': ofSize },
    },
    sortby: { description: 'Sort field', schema: { enum: ['date'] }, folds: 'lower' },
    sorder: {
      description: 'Sort direction; `desc` by default',
      schema: { enum: ['asc', 'desc'] },
      folds: 'lower',
    },
  },
  request: {
    title: 'ResponseListQuery',
    type: 'object',
    properties: {
      startDate: field(moment, 'Earliest `created`, MM/DD/YYYY HH:mm:ss, in UTC', '01/01/2021 00:00:00'),
      endDate: field(moment, 'Latest `created`, MM/DD/YYYY HH:mm:ss, in UTC', '12/31/2021 23:59:59'),
      completed: field(trueOrFalse, 'Only complete or only incomplete ones; both by default', true),
      businessNumbers: field(
        { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: 1000 },
        'Only responses of these locations, at most 1,000; all if empty',
        [700101],
      ),
    },
  },
  depth: { start: 'page', size: 'size', defaultSize: 25, inPages: true, tooDeep: laterErrors.pageTooDeep, usual: 100 },
  bodyOptional: true,
  reply: {
    title: 'ResponseList',
    type: 'object',
    required: ['responseList', 'totalResponses', 'pageNo', 'pageSize', 'hasNext'],
    properties: {
      responseList: field({ type: 'array', items: response }, 'The page'),
      totalResponses: field(integer, 'Number of responses', 2),
      pageNo: field(integer, 'Page number, from 0', 0),
      pageSize: field(integer, 'Responses of this page', 25),
      hasNext: field({ type: 'boolean' }, 'Whether there is another page', false),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    surveyInvalid: errors.surveyInvalid,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
    pageSizeInvalid: errors.pageSizeInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
    pageTooLarge,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
