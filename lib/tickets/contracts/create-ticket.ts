/** Create ticket: of a review, of a response to a survey, or of what a customer asked. */
import { identifier, maxLine, maxText, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { SOURCE_TYPES, TICKET_TYPES } from '../repository/ticket.ts';
import { LONGEST_EXTERNAL_ID, MOST_TAGS } from '../rules/create-command.ts';
import { filled, location, ticketIdReply } from './shared-schemas.ts';

/** A field that only tickets of one type have; others ignore it. */
const onlyOf = <T extends (typeof TICKET_TYPES)[number]>(type: T) =>
  ({ 'x-only-where': { field: 'ticketType', is: [type] } }) as const;

const noSurvey = { type: errors.surveyInvalid, minimum: errors.surveyInvalid, maximum: errors.surveyInvalid } as const;

/** Its form is checked after what the ticket is about. */
const customer = {
  title: 'TicketCustomer',
  type: 'object',
  ...onlyOf('untagged'),
  'x-one-of': [['customerId'], ['firstName', 'emailId'], ['firstName', 'phone']],
  properties: {
    customerId: field(identifier, 'Id of a contact of the account, instead of the other fields', 41001),
    firstName: field({ ...text, 'x-limits': { maxLength: 100 } }, 'First name', 'Ada'),
    lastName: field({ ...text, 'x-limits': { maxLength: 100 } }, 'Last name', 'Field'),
    emailId: field(text, 'Email address, at most 40 characters', 'ada.field@mail.example'),
    phone: field(text, 'Phone number: of the US, or with + and the code of Australia or Mexico', '(805) 555-0171'),
  },
} as const;

const additionalParam = {
  title: 'TicketParam',
  type: 'object',
  required: ['questionId'],
  properties: {
    questionId: field(identifier, 'A question of the survey', 1),
    answerId: field(identifier, 'An answer to it', 2),
  },
} as const;

export const createTicket = {
  id: 'createTicket',
  module: 'tickets',
  method: 'PUT',
  path: '/v1/ticket/{businessId}/create-ticket',
  summary: 'Create ticket',
  tag: 'Tickets',
  description: `Creates a ticket of a location, and assigns it to a user with access to the location or to one of its active employees.

- \`review\`: \`externalId\` is the id of a review of the location. \`survey\`: \`surveyId\` and \`surveyResponseId\` name a response
  of the location. The customer is whoever gave it, if that is known.
- \`untagged\`: \`customer\` is a contact by \`customerId\`, or a person who is found or created as check in does it, opted in to
  nothing. \`description\` is required.
- A review or a response has one ticket that is not closed: creating another one returns the id of that ticket, and changes
  nothing.
- The contact gets an activity \`ticket\`. Sends \`TICKET_CREATED\`.`,
  pathParameters: location,
  writes: true,
  lasting: true,
  request: {
    title: 'TicketToCreate',
    type: 'object',
    required: ['assignedTo', 'ticketType'],
    properties: {
      assignedTo: field(filled, 'Email of a user or an employee', 'marta.quill@copperkettle.example'),
      ticketType: field({ enum: TICKET_TYPES, 'x-read': 'choice' }, 'Type of the ticket', 'untagged'),
      externalId: field(
        { ...text, 'x-limits': { maxLength: LONGEST_EXTERNAL_ID } },
        'For type review the id of the review; else your own id, at most 200 characters',
        'crm-7712',
      ),
      customer: field(customer, 'For type untagged: the customer, required'),
      description: field(
        maxText(4096),
        'Text of the ticket, at most 4096 characters; required for type untagged',
        'The terrace heater does not work.',
      ),
      sourceType: field(
        { enum: SOURCE_TYPES, 'x-read': 'choice', ...onlyOf('untagged') },
        'For type untagged: how the customer asked; Internal by default',
        'Phone',
      ),
      surveyId: field(
        { ...recordNumber, 'x-errors': noSurvey, ...onlyOf('survey') },
        'For type survey: the survey',
        750001,
      ),
      surveyResponseId: field(
        { ...recordNumber, 'x-errors': noSurvey, ...onlyOf('survey') },
        'For type survey: a response to it at the location',
        770205,
      ),
      additionalParams: field(
        { type: 'array', items: additionalParam, maxItems: 50, ...onlyOf('survey') },
        'For type survey: questions and answers that you want to keep, at most 50',
        [{ questionId: 1, answerId: 2 }],
      ),
      tags: field(
        { type: 'array', items: maxLine(50), 'x-read': 'list', 'x-limits': { maxItems: MOST_TAGS } },
        'Tags of your own, at most 10 of 50 characters. Each counts once, ignoring case',
        ['heating'],
      ),
    },
  },
  reply: ticketIdReply('TicketCreated', 'Id of the ticket; 0 if a dry run would create one'),
  errors: {
    surveyInvalid: errors.surveyInvalid,
    businessNotFound: laterErrors.businessNotFound,
    userNotFound: errors.userNotFound,
    reviewIdInvalid: errors.reviewIdInvalid,
    nameBlank: errors.customerNameBlank,
    nameTooLong: errors.customerNameTooLong,
    emailInvalid: errors.customerEmailInvalid,
    emailTooLong: errors.customerEmailTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    emailOrPhoneRequired: errors.emailOrPhoneRequired,
    contactNotFound: laterErrors.contactNotFound,
    contactBlocked: errors.contactBlocked,
    contactTaken: errors.contactTaken,
  },
  bodyIdentifiers: ['externalId', 'surveyId', 'surveyResponseId'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
