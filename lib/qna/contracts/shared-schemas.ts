/** What the contracts of questions and answers share. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { MOST_ANSWERS, MOST_LOCATIONS } from '../repository/question.ts';

/** The header by which an account is selected. */
export const account = {
  'x-business-number': addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

/** Characters of a question, and of an answer. */
export const LONGEST_TEXT = 4096;

const words = (count: number) => `^\\S+(?:\\s+\\S+){${count - 1}}`;

/** Blank as it is too short. */
export const question = {
  type: 'string',
  'x-blank': 'check',
  'x-missing': '',
  allOf: [
    { minLength: 10, 'x-errors': { minLength: errors.questionTooShort } },
    { maxLength: LONGEST_TEXT, 'x-errors': { maxLength: errors.qnaTextTooLong } },
    { pattern: words(3), 'x-errors': { pattern: errors.questionOfFewWords } },
  ],
} as const;

const answer = {
  title: 'Answer',
  type: 'object',
  'x-errors': { type: errors.answerRequired },
  properties: {
    text: field(
      {
        type: 'string',
        'x-blank': 'check',
        'x-missing': '',
        allOf: [
          { minLength: 1, 'x-errors': { minLength: errors.answerRequired } },
          { maxLength: LONGEST_TEXT, 'x-errors': { maxLength: errors.qnaTextTooLong } },
        ],
      },
      `The answer, 1 to ${LONGEST_TEXT} characters`,
      'Yes, at the curb in front of the patio.',
    ),
  },
} as const;

export const answers = {
  type: 'array',
  'x-read': 'array',
  'x-blank': 'check',
  'x-missing': [],
  items: answer,
  minItems: 1,
  maxItems: MOST_ANSWERS,
  'x-errors': { minItems: errors.answerRequired },
} as const;

/** Locations of the account; what can't be one's number is none of them (1011). */
export const businessNumbers = {
  type: 'array',
  items: { type: 'number', format: 'int64' },
  maxItems: MOST_LOCATIONS,
} as const;

const id = { type: 'integer', format: 'int64' } as const;

/** A question as it is answered. */
export const questionRecord = {
  title: 'Qna',
  type: 'object',
  required: ['id', 'question', 'allLocations', 'source', 'sourceType', 'sourceValue', 'businessNumbers'],
  properties: {
    id: field(id, 'Its id', 760001),
    question: field(
      {
        title: 'QnaQuestion',
        type: 'object',
        required: ['text', 'updatedDate', 'answers'],
        properties: {
          text: field(text, 'The question', 'Is there parking for bikes?'),
          updatedDate: field(
            { type: 'string', format: 'date-time' },
            'Time of the last change, ISO 8601 in UTC',
            '2026-02-10T09:00:00.000Z',
          ),
          answers: field(
            {
              type: 'array',
              items: {
                title: 'QnaAnswer',
                type: 'object',
                required: ['text'],
                properties: { text: field(text, 'The answer', 'Yes, at the curb in front of the patio.') },
              },
            },
            'Its answers',
          ),
        },
      },
      'The question with its answers',
    ),
    allLocations: field({ type: 'boolean' }, 'Whether the question applies to all locations of the account', false),
    source: field({ enum: ['USER'] }, 'Who asked it', 'USER'),
    sourceType: field({ enum: ['API'] }, 'Source', 'API'),
    sourceValue: field(text, 'Always empty', ''),
    businessNumbers: field(
      { type: 'array', items: id },
      'Locations that the question applies to; empty for all locations',
      [700101],
    ),
  },
} as const;
