/** Fields that operations of surveys share. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressedLate } from '../../contract/parameters.ts';
import { QUESTION_TYPES } from '../repository/question.ts';

export const integer = { type: 'integer' } as const;
export const id = { type: 'integer', format: 'int64' } as const;

/** Checked after the business: 1315 for what is malformed too. */
export const surveyId = { surveyId: addressedLate(errors.surveyInvalid, 'The id of the survey') } as const;

export const milliseconds = (what: string, example: number) => field(id, `${what}, in epoch milliseconds`, example);

/** What lists and get survey answer of a survey alike. */
export const shown = {
  surveyId: field(id, 'The id of the survey', 750001),
  name: field(text, 'Name', 'How was your visit?'),
  status: field({ enum: ['new', 'active'] }, '`new` until the first response', 'active'),
  created: milliseconds('When it was created', 1_767_225_600_000),
  lastModified: milliseconds('When it was last changed', 1_767_225_600_000),
  responses: field(integer, 'Number of responses, including incomplete ones', 2),
  questionCount: field(integer, 'Number of questions', 3),
} as const;

export const shownQuestion = {
  title: 'SurveyQuestion',
  type: 'object',
  required: ['id', 'order', 'title', 'type', 'required'],
  properties: {
    id: field(id, 'The id of the question, unique in the survey', 1),
    order: field(integer, 'Position on the page, from 1', 1),
    title: field(text, 'Text of the question', 'How likely are you to recommend us?'),
    type: field({ enum: QUESTION_TYPES }, 'Its type', 'nps'),
    required: field({ type: 'boolean' }, 'Whether a complete response must answer it', true),
    choices: field({ type: 'array', items: text }, 'Choices of a checkbox, radio or dropdown question', [
      'Coffee',
      'Tea',
    ]),
    minValue: field(integer, 'The lowest answer to nps and rating', 0),
    maxValue: field(integer, 'Highest answer', 10),
  },
} as const;
