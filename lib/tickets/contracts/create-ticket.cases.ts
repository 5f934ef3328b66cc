/** Requests of create ticket against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { createTicket } from './create-ticket.ts';
import { foreignPlace, HUGO, MARTA, NORA } from './demo.cases.ts';

const heater = {
  assignedTo: MARTA,
  ticketType: 'untagged',
  customer: { customerId: 41001 },
  description: 'The terrace heater does not work.',
  sourceType: 'Phone',
  tags: ['heating'],
};
const ofReview = { assignedTo: MARTA, ticketType: 'review', externalId: 'alpha-700101-2' };
const ofResponse = { assignedTo: NORA, ticketType: 'survey', surveyId: 750001, surveyResponseId: 770102 };
const theirs = { ...ofResponse, assignedTo: HUGO, surveyId: 850001, surveyResponseId: 870201 };
const person = { firstName: 'Ida', lastName: 'Lund', emailId: 'ida.lund@mail.example' };
const asked = (customer: object) => ({ ...heater, customer });

/** Where problem details point. */
const inPerson = (name: string) => [{ pointer: `/customer/${name}` }];

export const createTicketCases: Cases<typeof createTicket> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'A question of a contact',
      ofDemo: true,
      body: heater,
      reply: { ticketId: 512345678901234 },
      varies: ['ticketId'],
    },
    {
      summary: 'A review',
      ofDemo: true,
      body: ofReview,
      reply: { ticketId: 512345678901234 },
      varies: ['ticketId'],
    },
    {
      summary: 'A response to a survey',
      ofDemo: true,
      body: { ...ofResponse, additionalParams: [{ questionId: 2, answerId: 3 }] },
      reply: { ticketId: 512345678901234 },
      varies: ['ticketId'],
    },
    {
      summary: 'A review that has a ticket already',
      ofDemo: true,
      body: { ...ofReview, externalId: 'maps-700101-1' },
      reply: { ticketId: 770301 },
    },
    {
      summary: 'A question of a contact, found by email, with another phone',
      ofDemo: true,
      body: asked({ firstName: 'Ben', emailId: 'ben.okafor@mail.example', phone: '(503) 555-0188' }),
      reply: { ticketId: 512345678901234 },
      varies: ['ticketId'],
    },
  ],
  provocations: {
    surveyInvalid: { body: { ...ofResponse, surveyResponseId: 779999 } },
    businessNotFound: { parameters: { businessId: 799999 } },
    userNotFound: { body: { ...heater, assignedTo: 'no.one@copperkettle.example' } },
    reviewIdInvalid: { body: { ...ofReview, externalId: 'none' } },
    nameBlank: { body: asked({ ...person, firstName: ' ' }), violations: inPerson('firstName') },
    nameTooLong: { body: asked({ ...person, lastName: 'L'.repeat(101) }), violations: inPerson('lastName') },
    emailInvalid: { body: asked({ ...person, emailId: 'ida' }), violations: inPerson('emailId') },
    emailTooLong: {
      body: asked({ ...person, emailId: `${'i'.repeat(40)}@mail.example` }),
      violations: [{ pointer: '/customer/emailId', limit: 40, actual: 53 }],
    },
    phoneInvalid: { body: asked({ ...person, phone: '555' }), violations: inPerson('phone') },
    emailOrPhoneRequired: { body: asked({ firstName: 'Ida' }), violations: inPerson('emailId') },
    contactNotFound: { body: asked({ customerId: 49999 }) },
    contactBlocked: { body: asked({ customerId: 41004 }) },
    contactTaken: {
      body: asked({ firstName: 'Ida', emailId: 'ida.lund@mail.example', phone: '(805) 555-0171' }),
    },
  },
  invalid: {
    body: { ...heater, description: '' },
    message: 'description is required',
    violations: [{ pointer: '/description' }],
  },
  foreign: {
    businessId: {
      ...foreignPlace(),
      owners: { body: { ...heater, assignedTo: HUGO, customer: { customerId: 43001 } } },
    },
    externalId: {
      foreign: { body: { ...ofReview, externalId: 'al-9001' } },
      absent: { body: { ...ofReview, externalId: 'al-9999' } },
      owners: { body: { ...ofReview, assignedTo: HUGO, externalId: 'al-9001' } },
      code: errors.reviewIdInvalid.code,
    },
    surveyId: {
      foreign: { body: { ...ofResponse, surveyId: 850001 } },
      absent: { body: { ...ofResponse, surveyId: 859999 } },
      owners: { body: theirs },
      code: errors.surveyInvalid.code,
    },
    surveyResponseId: {
      foreign: { body: { ...ofResponse, surveyResponseId: 870201 } },
      absent: { body: { ...ofResponse, surveyResponseId: 879999 } },
      owners: { body: theirs },
      code: errors.surveyInvalid.code,
    },
  },
};
