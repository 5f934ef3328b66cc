/** What surveys, their responses and all that follows from them are made of (docs/engineers.md: surveys). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { ContactName, EraseFrom } from '../../dynamodb/table/erasure.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { erasedByEmail } from '../../employees/repository/employee.ts';
import { contributionOfResponse } from '../../insight/repository/contributions.ts';
import { surveyEvents } from '../events.ts';
import { derivedActions } from './change.ts';
import { PACKED_INDEX } from './packed-index.ts';
import { QUESTION_TYPES } from './question.ts';
import { entriesOfDeleted, responsesOfDeleted, rowsOfDeleted, surveysOfDeleted, totalsOfDeleted } from './removal.ts';
import { erasedResponse, RESPONSE, responseChanges, responseFrom } from './response.ts';
import { ROW, SURVEY, SURVEY_TYPES } from './survey.ts';
import { LOCATION_TOTAL, TOTAL } from './totals.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owned = { accountNumber: number, partnerId: text } as const;
const numbers = { type: 'array', items: { type: 'number' } } as const;

/** Clears who responded and what they said in their own words or of themselves; scores stay, and so do counts. */
const eraseWords: EraseFrom<ContactName> = (item, { partnerId, accountNumber, contactId }) => {
  const isTheirs =
    item.partnerId === partnerId && item.accountNumber === accountNumber && item.customerId === contactId;
  if (!isTheirs) return undefined;
  const after = erasedResponse(responseFrom(item));
  const actions = [
    updateAction(item, responseChanges(after), { quiet: true }),
    ...derivedActions({ partnerId, accountNumber }, item, after),
  ];
  return { what: 'responses to surveys', actions };
};

/** The owner of a survey, by email: who that is does not hang on there being such an employee or user. */
const eraseOwner = erasedByEmail((item, isTheirs) =>
  isTheirs(item.ownerEmailId)
    ? { what: 'surveys', actions: [updateAction(item, { ownerEmailId: null }, { quiet: true })] }
    : undefined,
);

const questions = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'title', 'type'],
    properties: { id: number, title: text, type: { enum: QUESTION_TYPES } },
  },
} as const;

export const surveyEntity: Entity = {
  type: SURVEY,
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#SURVEY#<id>',
    sk: 'SURVEY',
    index: ['P#<partner>#ACCOUNT#<account>#SURVEYS', '<id>'],
  },
  answers: 'What does this survey ask? Which surveys does this account have?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'surveyId', 'name', 'surveyType', 'pages', 'created', 'version', 'p0'],
    properties: {
      ...owned,
      surveyId: number,
      name: text,
      surveyType: { enum: SURVEY_TYPES },
      pages: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'title', 'questions'],
          properties: { id: number, title: text, questions },
        },
      },
      created: number,
      lastModified: number,
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: { employee: eraseOwner } },
  events: false,
  counts: false,
  audit: { shows: 'names', id: ({ surveyId }) => surveyId },
  removal: { withLocation: 'is the account’s', withAccount: surveysOfDeleted },
};

export const surveyRowEntity: Entity = {
  type: ROW,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#SURVEYS', sk: '<id>' },
  answers: 'What do lists show of this survey?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'surveyId', 'name', 'created', 'lastModified', 'questionCount'],
    properties: {
      ...owned,
      surveyId: number,
      name: text,
      created: number,
      lastModified: number,
      questionCount: number,
    },
  },
  exported: { with: 'survey' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its survey' },
  removal: { withLocation: 'is the account’s', withAccount: rowsOfDeleted },
};

export const surveyResponseEntity: Entity = {
  type: RESPONSE,
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#SURVEY#<id>#RESPONSE#<id>',
    sk: 'RESPONSE',
    index: ['P#<partner>#ACCOUNT#<account>#RESPONSES', '<location>#<milliseconds of created>#<id>'],
  },
  answers: 'What was answered, by whom, at which location? Which responses does this location have?',
  attributes: {
    type: 'object',
    required: [
      ...['accountNumber', 'partnerId', 'businessNumber', 'surveyId', 'responseId', 'created', 'completed', 'source'],
      ...['locale', 'answers', 'nps', 'ratings', 'version', 'bytes', 'p0'],
    ],
    properties: {
      ...owned,
      businessNumber: number,
      surveyId: number,
      responseId: number,
      created: number,
      completed: { type: 'boolean' },
      customerId: number,
      source: text,
      locale: text,
      answers: { type: 'array', items: { type: 'object', required: ['questionId', 'type', 'value'] } },
      overallScore: { type: 'number' },
      nps: numbers,
      ratings: numbers,
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: { contact: eraseWords } },
  events: { sends: ['SURVEY_COMPLETED'], of: surveyEvents },
  counts: { of: contributionOfResponse },
  audit: { shows: 'names', id: ({ responseId }) => responseId },
  removal: { withLocation: responsesOfDeleted, withAccount: 'goes with its location' },
};

export const surveyPackedIndexEntity: Entity = {
  type: PACKED_INDEX,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#SURVEY#<id>#PACKED_INDEX', sk: '<rest of the response’s id by 4096>' },
  answers: 'Which responses does this survey have, by time and location, and which are on a page?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'surveyId'],
    properties: { ...owned, surveyId: number },
  },
  exported: { with: 'surveyResponse' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its responses' },
  removal: { withLocation: entriesOfDeleted, withAccount: 'goes with its survey' },
};

export const surveyTotalEntity: Entity = {
  type: TOTAL,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#SURVEYS', sk: '<id>#<rest of the location by 16>' },
  answers: 'How many responses does this survey have?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'surveyId', 'responseCount'],
    properties: { ...owned, surveyId: number, responseCount: number },
  },
  exported: { with: 'surveyResponse' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its responses' },
  removal: { withLocation: 'what the location adds goes with its own', withAccount: 'goes with the rows' },
};

export const surveyLocationTotalEntity: Entity = {
  type: LOCATION_TOTAL,
  keys: { pk: 'P#<partner>#BUSINESS#<number>', sk: 'RESPONSES#<survey>' },
  answers: 'How many responses to this survey does this location have? To which surveys does it have any?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'surveyId', 'businessNumber', 'responseCount'],
    properties: { ...owned, surveyId: number, businessNumber: number, responseCount: number },
  },
  exported: { with: 'surveyResponse' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its responses' },
  removal: { withLocation: totalsOfDeleted, withAccount: 'goes with its location' },
};
