/** Requests of receive message against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { ADA, BLOCKED, NO_ONE, THEIRS } from './demo.cases.ts';
import type { receiveMessage } from './receive-message.ts';

const body = { channel: 'SMS', from: '(805) 555-0171', text: 'Is it open today?', externalId: 'sms-88121' };
const named = { channel: 'SMS', text: 'Thank you!' };
const reply = { messageId: 'msg_1772600000000_4be1a874356f0d2c', conversationId: 760101, customerId: ADA };

export const receiveMessageCases: Cases<typeof receiveMessage> = {
  parameters: { businessId: 700101 },
  examples: [
    { summary: 'An SMS of a contact, found by phone', body, reply, varies: ['messageId'] },
    {
      summary: 'An email of someone new',
      body: {
        ...{ channel: 'EMAIL', from: 'ida.lund@mail.example', name: 'Ida Lund', subject: 'A table for six' },
        text: 'Do you have one on Friday?',
      },
      reply: { ...reply, conversationId: 412345678901234, customerId: 512345678901234 },
      varies: ['messageId', 'conversationId', 'customerId'],
    },
    { summary: 'A contact by id', body: { ...named, customerId: ADA }, reply, varies: ['messageId'] },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    contactNotFound: { body: { ...named, customerId: NO_ONE } },
    contactBlocked: { body: { ...named, customerId: BLOCKED } },
    nameTooLong: {
      body: { ...body, name: 'L'.repeat(101) },
      violations: [{ pointer: '/name', limit: 100, actual: 101 }],
    },
    phoneInvalid: { body: { ...body, from: '555' }, violations: [{ pointer: '/from' }] },
    emailInvalid: { body: { ...body, channel: 'EMAIL', from: 'ida' }, violations: [{ pointer: '/from' }] },
    emailTooLong: {
      body: { ...body, channel: 'EMAIL', from: `${'i'.repeat(40)}@mail.example` },
      violations: [{ pointer: '/from', limit: 40, actual: 53 }],
    },
  },
  invalid: {
    body: named,
    message: 'from or customerId is required',
    violations: [{ pointer: '/from' }],
  },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessInvalid),
    customerId: {
      foreign: { body: { ...named, customerId: THEIRS } },
      absent: { body: { ...named, customerId: NO_ONE } },
      owners: { parameters: { businessId: 800101 } },
      code: laterErrors.contactNotFound.code,
    },
  },
};
