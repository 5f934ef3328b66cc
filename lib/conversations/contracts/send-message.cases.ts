/** Requests of send message against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { ADA, BLOCKED, contactOf, NO_ONE, THEIRS } from './demo.cases.ts';
import type { sendMessage } from './send-message.ts';

const body = { customerId: ADA, channel: 'SMS', text: 'Your table is ready.' };
const email = { ...body, channel: 'EMAIL', subject: 'Your table' };
const reply = { messageId: 'msg_1772600000000_4be1a874356f0d2c', conversationId: 760101, status: 'SENDING' };
const IDA = 41091;

export const sendMessageCases: Cases<typeof sendMessage> = {
  parameters: { businessId: 700101 },
  examples: [
    { summary: 'An SMS', body, reply, varies: ['messageId'] },
    {
      summary: 'An email with an attachment',
      body: { ...email, attachments: ['https://cdn.copperkettle.example/menu.pdf'] },
      reply,
      varies: ['messageId'],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    locationNotActive: { parameters: { businessId: 700107 }, message: 'The location is not active' },
    contactNotFound: { body: { ...body, customerId: NO_ONE } },
    contactBlocked: { body: { ...body, customerId: BLOCKED } },
    emailOrPhoneRequired: {
      records: [contactOf(IDA, { email: 'ida.lund@mail.example', smsOptin: true })],
      body: { ...body, customerId: IDA },
    },
    noChat: { body: { ...body, channel: 'LIVE_CHAT' } },
    optedOutOfSms: { parameters: { businessId: 700201 }, body: { ...body, customerId: 42003 } },
    optedOutOfEmail: {
      records: [contactOf(IDA + 1, { email: 'ida.berg@mail.example' })],
      body: { ...email, customerId: IDA + 1 },
    },
    noConnector: { parameters: { businessId: 700201 }, body: { ...body, customerId: 42001 } },
    recordTooLarge: {
      body: { ...email, text: '\u0001'.repeat(9999).concat('.') },
    },
    sequenceFull: { unprovoked: 'test/functions/conversations/send-message.test.ts' },
  },
  invalid: {
    body: { ...body, text: ' ' },
    message: 'text must not be blank',
    violations: [{ pointer: '/text' }],
  },
  foreign: {
    businessId: {
      ...foreignLocation('businessId', errors.businessInvalid),
      owners: { body: { ...body, customerId: THEIRS } },
    },
    customerId: {
      foreign: { body: { ...body, customerId: THEIRS } },
      absent: { body: { ...body, customerId: NO_ONE } },
      owners: { parameters: { businessId: 800101 }, body: { ...body, customerId: THEIRS } },
      code: laterErrors.contactNotFound.code,
    },
  },
};
