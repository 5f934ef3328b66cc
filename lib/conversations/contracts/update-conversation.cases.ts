/** Requests of update conversation against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { ADA, NO_ONE, THEIRS } from './demo.cases.ts';
import type { updateConversation } from './update-conversation.ts';

const closed = { customerId: ADA, status: 'CLOSE' };
const reply = {
  id: 760101,
  contact: {
    ...{ id: ADA, name: 'Ada Field', firstName: 'Ada', lastName: 'Field', phone: '(805) 555-0171' },
    ...{ emailId: 'ada.field@mail.example', createdDate: '2021-01-12 00:00:00', updatedDate: '2026-03-05 16:00:00' },
    ...{ team: '', locationId: 700101 },
  },
  conversation_start_date: '2026-03-02 09:00:00',
  last_message_received_on: '2026-03-02 09:00:00',
  status: 'CLOSE',
  last_used_channel: 'EMAIL',
  assigned_to: {
    ...{ id: 812345678901234, name: 'Marta Quill', type: 'user', emailId: 'marta.quill@copperkettle.example' },
  },
};
const nora = { id: null, name: 'Nora Abbott', type: 'employee', emailId: 'nora.abbott@copperkettle.example' };

export const updateConversationCases: Cases<typeof updateConversation> = {
  parameters: { businessId: 700101 },
  examples: [
    { summary: 'Close it', body: closed, reply, varies: ['contact', 'assigned_to'] },
    {
      summary: 'Assign it to an employee',
      body: { customerId: ADA, assignedTo: nora.emailId },
      reply: { ...reply, status: 'OPEN', assigned_to: nora },
      varies: ['contact'],
    },
    {
      summary: 'Assign it to no one',
      body: { customerId: ADA, assignedTo: null },
      reply: { ...reply, status: 'OPEN', assigned_to: null },
      varies: ['contact'],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    conversationNotFound: { body: { ...closed, customerId: 41002 } },
    userNotFound: { body: { customerId: ADA, assignedTo: 'no.one@copperkettle.example' } },
  },
  invalid: {
    body: { customerId: ADA },
    message: 'status or assignedTo is required',
    violations: [{ pointer: '/status' }],
  },
  foreign: {
    businessId: {
      ...foreignLocation('businessId', errors.businessInvalid),
      owners: { body: { ...closed, customerId: THEIRS } },
    },
    customerId: {
      foreign: { body: { ...closed, customerId: THEIRS } },
      absent: { body: { ...closed, customerId: NO_ONE } },
      owners: { parameters: { businessId: 800101 }, body: { ...closed, customerId: THEIRS } },
      code: errors.routeNotFound.code,
    },
  },
};
