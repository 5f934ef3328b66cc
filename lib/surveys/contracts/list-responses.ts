/** List responses: those to a survey, of an account or of a location. */
import { text, trueOrFalse } from '../../contract/atoms.ts';
import { moment } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { QUESTION_TYPES } from '../repository/question.ts';
import { id, shown, surveyId, whole } from './parts.ts';

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
    questionTitle: field(text, 'What was asked', 'How likely are you to recommend us?'),
    questionType: field({ enum: QUESTION_TYPES }, 'Its type', 'nps'),
    answer: field(text, 'The answer as text; several are joined by `, `', '9'),
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
    questionCount: field(whole, 'How many questions the survey has', 3),
    locale: field(text, 'Its language', 'en'),
    surveyId: shown.surveyId,
    surveyName: field(text, 'Name of the survey', 'How was your visit?'),
    locationName: field(text, 'Name of the location', 'Copper Kettle Diner'),
    businessNumber: field(id, 'The location', 700101),
    customerId: field(
      { ...id, type: ['integer', 'null'] },
      'The contact who answered; `null` where nobody is known',
      41001,
    ),
    customerName: field(text, 'The name of the contact as it is now', 'Ada Field'),
    source: field(text, 'Where it was given', 'kiosk'),
    answers: field(
      { type: 'array', items: answer },
      'In the order of the questions; what was not answered is left out',
    ),
    overallScore: field(
      { type: ['number', 'null'], format: 'double' },
      '0 to 100; `null` without an answer to nps or rating, and until the response is complete',
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
  description: `The responses to a survey, the latest first; those of one moment are in order of their ids. A location limits
them to its own, and \`businessNumbers\` narrows further: a number that is no location of the account is 1011, and the message
names it.

- \`totalResponses\` counts all that fit, whatever the page. \`page\` × \`size\` + \`size\` is at most 100,000.
- A response is of the moment of its \`created\`. Names of people and of locations are those of now.
- A list follows a write within a second. A page whose responses, or whose contacts, together take more than 8 MB is a 400:
  ask for a smaller \`size\`.`,
  pathParameters: surveyId,
  query: {
    businessNumber: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
    page: {
      description: 'The page, from 0; 0 unless it is sent',
      schema: { type: 'integer', minimum: 0, maximum: 99_999, 'x-errors': { type: ofPage, minimum: ofPage } },
    },
    size: {
      description: 'Responses of a page, 1 to 1000; 25 unless it is sent',
      schema: { type: 'integer', minimum: 1, maximum: 1000, 'x-errors': ofSize },
    },
    sortby: { description: 'The order; there is this one', schema: { enum: ['date'] }, folds: 'lower' },
    sorder: {
      description: 'Its direction; `desc` unless it is sent',
      schema: { enum: ['asc', 'desc'] },
      folds: 'lower',
    },
  },
  request: {
    title: 'ResponseListQuery',
    type: 'object',
    properties: {
      startDate: field(moment, 'MM/DD/YYYY HH:mm:ss, the first moment of `created`, in UTC', '01/01/2021 00:00:00'),
      endDate: field(moment, 'The last one', '12/31/2021 23:59:59'),
      completed: field(trueOrFalse, 'Only complete or only incomplete ones; both unless it is sent', true),
      businessNumbers: field(
        { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: 1000 },
        'Only those of these locations, at most 1,000; all of them where it is empty',
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
      totalResponses: field(whole, 'How many responses there are', 2),
      pageNo: field(whole, 'The page, from 0', 0),
      pageSize: field(whole, 'Responses of a page', 25),
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
