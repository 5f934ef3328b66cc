/** Requests of export conversations against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { exportConversations } from './export-conversations.ts';

const body = { businessNumber: 700101, startDate: '03/01/2026', endDate: '03/31/2026' };
const conversation = {
  id: 760102,
  contact: {
    ...{ id: 41004, name: 'Dev Raman', firstName: 'Dev', lastName: 'Raman', phone: '(512) 555-0174' },
    ...{ emailId: 'dev.raman@mail.example', createdDate: '2023-11-30 00:00:00', updatedDate: '2026-03-05 16:00:00' },
    ...{ team: '', locationId: 700101 },
  },
  messages: [
    {
      ...{ id: 'msg_1772389800000_62fa1b840e73c95d', sentAt: 1_772_389_800_000, message_date: '2026-03-01 18:30:00' },
      ...{ text: 'My order is late.', subject: null, attachments: null, direction: 'RECEIVE', channel: 'SMS' },
      ...{ status: 'RECEIVED', failureReason: null },
    },
  ],
  conversation_start_date: '2026-03-01 18:30:00',
  last_message_received_on: '2026-03-01 18:30:00',
  status: 'CLOSE',
  last_used_channel: 'SMS',
  assigned_to: null,
};

export const exportConversationsCases: Cases<typeof exportConversations> = {
  parameters: {},
  examples: [
    {
      summary: 'The conversations of a month',
      body,
      reply: { totalConversations: 2, totalMessages: 5, conversations: [conversation], hasMore: false },
      varies: ['conversations'],
    },
    {
      summary: 'Those of a contact, without campaigns',
      body: { ...body, contact: { email: 'ada.field@mail.example' }, excludeCampaignMessages: 1 },
      reply: { totalConversations: 1, totalMessages: 2, conversations: [conversation], hasMore: false },
      varies: ['conversations'],
    },
    {
      summary: 'An unknown contact',
      body: { ...body, contact: { customerId: 49999 } },
      reply: { totalConversations: 0, totalMessages: 0, conversations: [], hasMore: false },
    },
  ],
  provocations: {
    businessInvalid: { body: { ...body, businessNumber: 799999 } },
    contactRequired: { body: { ...body, contact: {} }, violations: [{ pointer: '/contact' }] },
    dateInvalid: { body: { ...body, startDate: '2026-03-01' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { ...body, endDate: '02/30/2026' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: { body: { ...body, endDate: '02/28/2026' }, violations: [{ pointer: '/endDate' }] },
    windowTooLarge: { body: { ...body, endDate: '06/01/2026' }, violations: [{ pointer: '/endDate' }] },
    pageSizeInvalid: {
      body: { ...body, size: 101 },
      violations: [{ pointer: '/size', limit: 100, actual: 101 }],
      message: 'Page size must be 1 to 100',
    },
    pageTooDeep: { body: { ...body, offset: 100_000 }, violations: [{ pointer: '/offset' }] },
    tooManyConversations: { unprovoked: 'test/functions/conversations/many.test.ts' },
    tooManyMessages: { unprovoked: 'test/functions/conversations/many.test.ts' },
  },
  invalid: {
    body: { ...body, excludeCampaignMessages: 2 },
    message: 'excludeCampaignMessages must be 0 or 1',
    violations: [{ pointer: '/excludeCampaignMessages' }],
  },
  foreign: {
    businessNumber: {
      foreign: { body: { ...body, businessNumber: 800101 } },
      absent: { body: { ...body, businessNumber: 899901 } },
      code: errors.businessInvalid.code,
    },
  },
};
