/** Create survey: pages of questions, for the locations of an account. */
import { line, maxText, text, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { ONE_LINE } from '../../contract/text.ts';
import { QUESTION_TYPES, TYPES_WITH_BOUNDS, TYPES_WITH_CHOICES } from '../repository/question.ts';
import { SURVEY_TYPES } from '../repository/survey.ts';
import { BOUNDS, LONGEST_CHOICE, MOST_CHOICES } from '../rules/survey-command.ts';
import { id } from './shared-schemas.ts';

/** 2069 where it is blank. */
const surveyName = {
  type: 'string',
  'x-blank': 'check',
  'x-missing': '',
  allOf: [{ pattern: '\\S', 'x-errors': { pattern: errors.surveyNameRequired } }, { maxLength: 250 }, line],
} as const;

const owner = { pattern: errors.ownerEmailInvalid, maxLength: errors.ownerEmailInvalid } as const;
const ownerEmailId = {
  type: 'string',
  maxLength: 254,
  'x-errors': { ...owner, type: errors.ownerEmailInvalid },
  allOf: [
    { pattern: ONE_LINE, 'x-errors': owner },
    { pattern: '^[^\\s@]+@[^\\s@]+$', 'x-errors': owner },
  ],
} as const;

/** 2070 where it is blank, 2093 where it is unknown; types of a table of questions are none that we have. */
const questionType = {
  type: 'string',
  'x-blank': 'check',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.questionTypeBlank } },
    {
      not: { pattern: '^[mM][aA][tT][rR][iI][xX]' },
      'x-errors': { not: 'must be another type: tables of questions are not supported' },
    },
    { enum: QUESTION_TYPES, 'x-errors': { enum: errors.questionTypeUnknown } },
  ],
} as const;

const bound = <E extends typeof errors.minValueInvalid>(name: keyof typeof BOUNDS, error: E) =>
  ({
    type: 'number',
    format: 'double',
    'x-limits': { type: 'integer', format: undefined, ...BOUNDS[name] },
    'x-only-where': { field: 'type', is: TYPES_WITH_BOUNDS },
    'x-errors': { type: error },
  }) as const;

export const question = {
  title: 'SurveyQuestionToCreate',
  type: 'object',
  required: ['title', 'type'],
  properties: {
    title: field(
      maxText(1000),
      'Text of the question, at most 1,000 characters',
      'How likely are you to recommend us?',
    ),
    type: field(questionType, `Its type: ${QUESTION_TYPES.join(', ')}`, 'nps'),
    required: field(trueOrFalse, 'Whether a complete response must answer it', true),
    choices: field(
      {
        type: 'array',
        items: {
          ...text,
          'x-errors': { type: errors.choicesBlank },
          'x-limits': { minLength: 1, maxLength: LONGEST_CHOICE },
        },
        'x-blank': 'check',
        'x-limits': { maxItems: MOST_CHOICES },
        'x-only-where': { field: 'type', is: TYPES_WITH_CHOICES },
      },
      'Required for checkbox, radio and dropdown: at most 100 of 250 characters each, without duplicates',
      ['Coffee', 'Tea'],
    ),
    minValue: field(
      bound('minValue', errors.minValueInvalid),
      'Lowest answer to a rating: 0 to 9, below `maxValue`; 1 by default. nps is always 0 to 10',
      1,
    ),
    maxValue: field(bound('maxValue', errors.maxValueInvalid), 'Highest answer to a rating: 1 to 10; 5 by default', 5),
  },
} as const;

const missing = { type: errors.questionsRequired, minItems: errors.questionsRequired } as const;
const some = { type: 'array', minItems: 1, 'x-blank': 'check', 'x-missing': [], 'x-errors': missing } as const;

/** What a line of a data file has too (docs/data-files.md). */
export const surveyFields = {
  surveyName: field(surveyName, 'Name, at most 250 characters', 'How was your visit?'),
  surveyType: field(
    { enum: SURVEY_TYPES, 'x-errors': { enum: errors.surveyTypeInvalid } },
    '`traditional` by default; `pulse` has only rating, nps and text questions, `pickone` has one question',
    'traditional',
  ),
  ownerEmailId: field(ownerEmailId, 'Email address of the owner', 'owner@copperkettle.example'),
  thankYouMessage: field(maxText(5000), 'Message after the survey, at most 5,000 characters', 'See you again soon!'),
} as const;

const page = {
  title: 'SurveyPageToCreate',
  type: 'object',
  required: ['questions'],
  properties: {
    title: field(maxText(1000), 'Title, at most 1,000 characters', 'Your visit'),
    questions: field({ ...some, items: question, maxItems: 100 }, 'Its questions'),
  },
} as const;

export const createSurvey = {
  id: 'createSurvey',
  module: 'surveys',
  method: 'POST',
  path: '/v1/survey/external/create/{businessId}',
  summary: 'Create survey',
  tag: 'Surveys',
  description: `Creates a survey of an account. Responses can be submitted for each of its locations. A survey has up to 20 pages and
up to 100 questions, which get their own ids (see get survey).

| type | answer |
|---|---|
| \`nps\` | a whole number, 0 to 10 |
| \`rating\` | a whole number from \`minValue\` to \`maxValue\` |
| \`radio\`, \`dropdown\` | one of \`choices\` |
| \`checkbox\` | some of \`choices\`, each once |
| \`text\`, \`review\`, \`location\` | text of up to 1,000 characters |
| \`textarea\` | text of up to 10,000 characters |
| \`datetime\` | an ISO 8601 date or time |
| \`contact\` | an object with \`name\`, \`email\` and \`phone\` |
| \`label\` | none: it is only shown |

\`choices\`, \`minValue\` and \`maxValue\` are ignored for types that don't use them.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The number of the account') },
  writes: true,
  lasting: true,
  request: {
    title: 'SurveyToCreate',
    type: 'object',
    required: ['surveyName', 'pages'],
    properties: { ...surveyFields, pages: field({ ...some, items: page, maxItems: 20 }, 'Pages, at most 20') },
  },
  reply: {
    title: 'SurveyCreated',
    type: 'object',
    required: ['surveyId'],
    properties: { surveyId: field(id, 'The id of the survey; 0 in a dry run', 750001) },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    surveyTypeInvalid: errors.surveyTypeInvalid,
    boundsReversed: errors.boundsReversed,
    questionsRequired: errors.questionsRequired,
    minValueInvalid: errors.minValueInvalid,
    maxValueInvalid: errors.maxValueInvalid,
    pickOneQuestion: errors.pickOneQuestion,
    questionNotInPulse: errors.questionNotInPulse,
    surveyNameRequired: errors.surveyNameRequired,
    questionTypeBlank: errors.questionTypeBlank,
    ownerEmailInvalid: errors.ownerEmailInvalid,
    choicesBlank: errors.choicesBlank,
    questionTypeUnknown: errors.questionTypeUnknown,
    recordTooLarge,
  },
  access: ['GetItem', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
