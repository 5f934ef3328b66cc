/** Submit response: answers to a survey, at a location. */
import { identifier, maxLine, zeroOrOne } from '../../contract/atoms.ts';
import { contactEmail, visitorName } from '../../contract/customer.ts';
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed, recordNumber } from '../../contract/parameters.ts';
import { id, surveyId } from './parts.ts';

const customer = {
  title: 'Respondent',
  type: 'object',
  properties: {
    name: field(visitorName, 'First and last name, split at the first blank; at most 100 characters', 'Ada Field'),
    email: field(contactEmail, 'Email address; required unless a phone is sent', 'ada.field@mail.example'),
    phone: field(
      maxLine(40),
      'Phone number: of the US, or with + and the code of Australia or Mexico',
      '(805) 555-0171',
    ),
  },
} as const;

export const submitResponse = {
  id: 'submitResponse',
  module: 'surveys',
  method: 'POST',
  path: '/v1/survey/{surveyId}/submit',
  summary: 'Submit response',
  tag: 'Surveys',
  description: `Answers a survey, for a location. What an answer may be follows from the type of its question
([create survey](#operation/createSurvey)); a 400 names the question.

- \`answers\` is a list of \`{questionId, value}\`, or the object that get survey answers, with a \`value\` in each question
  that is answered; its \`pages\` may also stand in the body itself. A \`value\` is text, a number, a list of choices, or an
  object of \`name\`, \`email\` and \`phone\`.
- A response may be sent in parts: with \`isComplete\` 0, and again with its \`responseId\`. Answers merge by question: one that
  is sent replaces, \`null\` takes back. \`created\` and the customer stay unless they are sent.
- A complete response must answer every required question, and can't be changed any more (2044). It has an \`overallScore\`,
  and is told as \`SURVEY_COMPLETED\`.
- \`customer\` is found or created as check in does it, and mapped to the location; once the response is complete, the
  contact has an activity \`survey\`.`,
  pathParameters: surveyId,
  query: { businessId: addressed(errors.businessInvalid, 'The business number of the location') },
  writes: true,
  lasting: true,
  request: {
    title: 'SurveyResponseToSubmit',
    type: 'object',
    properties: {
      answers: field(
        { 'x-read': 'opaque', 'x-blank': 'judge' },
        'One of: answers, survey; a list of answers, or the survey with a value in its questions',
        [
          { questionId: 1, value: 9 },
          { questionId: 3, value: ['Coffee'] },
        ],
      ),
      pages: field(
        { type: 'array', 'x-read': 'opaque', items: { title: 'AnsweredPage', type: 'object', 'x-read': 'opaque' } },
        'The pages of the survey with a value in their questions, in place of `answers`',
        [{ id: 1, questions: [{ id: 1, value: 9 }] }],
      ),
      isComplete: field(zeroOrOne, '0 = more is to come, 1 = that is all; 1 unless it is sent', 1),
      created: field(
        { ...id, minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        'When it was given, in epoch milliseconds; now unless it is sent',
        1_767_225_600_000,
      ),
      customerId: field(identifier, 'The id of the contact who answers', 41001),
      customer: field(customer, 'Who answers, in place of `customerId`'),
      responseId: field(recordNumber, 'An incomplete response that is gone on with', 412345678901234),
      source: field(maxLine(100), 'Where it was given; `api` unless it is sent', 'kiosk'),
    },
  },
  reply: {
    title: 'ResponseSubmitted',
    type: 'object',
    required: ['responseId'],
    properties: { responseId: field(id, 'The id of the response; 0 for a new one in a dry run', 412345678901234) },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    surveyInvalid: errors.surveyInvalid,
    responseComplete: errors.responseComplete,
    contactNotFound: laterErrors.contactNotFound,
    nameBlank: errors.customerNameBlank,
    nameTooLong: errors.customerNameTooLong,
    emailBlank: errors.customerEmailBlank,
    emailInvalid: errors.customerEmailInvalid,
    emailTooLong: errors.customerEmailTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    contactBlocked: errors.contactBlocked,
    contactTaken: errors.contactTaken,
    recordTooLarge,
  },
  bodyIdentifiers: ['customerId', 'responseId'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
