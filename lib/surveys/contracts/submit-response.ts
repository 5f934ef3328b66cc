/** Submit response: answers to a survey, at a location. */
import { identifier, maxLine, zeroOrOne } from '../../contract/atoms.ts';
import { contactEmail, contactPhone, visitorName } from '../../contract/customer.ts';
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed, recordNumber } from '../../contract/parameters.ts';
import { id, surveyId } from './shared-schemas.ts';

const customer = {
  title: 'Respondent',
  type: 'object',
  // As check in has it.
  'x-one-of': [['email'], ['phone']],
  properties: {
    name: field(visitorName, 'First and last name, split at the first space; at most 100 characters', 'Ada Field'),
    email: field(contactEmail, 'Email address; required unless a phone is sent', 'ada.field@mail.example'),
    phone: field(
      contactPhone,
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
  description: `Submits a response to a survey at a location. The type of a question determines its answers ([create
survey](#operation/createSurvey)); a 400 names the question.

- \`answers\` is a list of \`{questionId, value}\`, or the object that get survey returns, with a \`value\` in each answered
  question; its \`pages\` may also be in the body itself. A \`value\` is text, a number, a list of choices, or an object
  with \`name\`, \`email\` and \`phone\`.
- You can submit a response in parts: with \`isComplete\` 0, then again with its \`responseId\`. Answers are merged by
  question: a new answer replaces the old one, \`null\` removes it. \`created\` and the customer are kept unless you send
  them.
- A complete response must answer all required questions and can't be changed any more (2044). It has an
  \`overallScore\` and sends \`SURVEY_COMPLETED\`.
- \`customer\` is found or created as in check in, and mapped to the location. A complete response adds an activity
  \`survey\` to the contact.`,
  pathParameters: surveyId,
  query: { businessId: addressed(errors.businessInvalid, 'The business number of the location') },
  writes: true,
  lasting: true,
  request: {
    title: 'SurveyResponseToSubmit',
    type: 'object',
    properties: {
      answers: field(
        { 'x-read': 'opaque', 'x-blank': 'check' },
        'One of: answers, survey; a list of answers, or the survey with a value in its questions',
        [
          { questionId: 1, value: 9 },
          { questionId: 3, value: ['Coffee'] },
        ],
      ),
      pages: field(
        { type: 'array', 'x-read': 'opaque', items: { title: 'AnsweredPage', type: 'object', 'x-read': 'opaque' } },
        'Pages of the survey with a value in their questions, instead of `answers`',
        [{ id: 1, questions: [{ id: 1, value: 9 }] }],
      ),
      isComplete: field(zeroOrOne, '0 = more parts follow, 1 = complete; 1 by default', 1),
      created: field(
        { ...id, minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        'Time of the response, in epoch milliseconds; now by default',
        1_767_225_600_000,
      ),
      customerId: field(identifier, 'Id of the contact who responds', 41001),
      customer: field(customer, 'Customer who responds, instead of `customerId`'),
      responseId: field(recordNumber, 'Incomplete response to continue', 412345678901234),
      source: field(maxLine(100), 'Source of the response; `api` by default', 'kiosk'),
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
  access: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
