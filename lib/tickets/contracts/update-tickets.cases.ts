/** Requests of update tickets against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { DEMO, FOREIGN, foreignBusiness, HUGO, MARTA, NORA, TOM } from './demo.cases.ts';
import type { updateTickets } from './update-tickets.ts';

const pending = { ticketId: DEMO.ofReview, ticketStatus: 'pending' };
const update = (...ticketUpdateMessages: readonly object[]) => ({ ticketUpdateMessages, userEmail: MARTA });
const theirs = { ...update({ ...pending, ticketId: FOREIGN.foreign }), userEmail: HUGO };

export const updateTicketsCases: Cases<typeof updateTickets> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'A status', body: update(pending), reply: {} },
    {
      summary: 'Two tickets of a location',
      parameters: { businessId: 700101 },
      body: update({ ...pending, assignedTo: NORA }, { ticketId: DEMO.asked, ticketStatus: 'closed' }),
      reply: {},
    },
    { summary: 'The ticket of a review is closed', body: update({ ...pending, ticketStatus: 'closed' }), reply: {} },
  ],
  provocations: {
    businessNotFound: { parameters: { businessId: 799999 } },
    userNotFound: { body: update({ ...pending, assignedTo: 'no.one@copperkettle.example' }) },
    ticketNotFound: {
      body: update(pending, { ...pending, ticketId: DEMO.absent }),
      message: `${errors.routeNotFound.message}: ${DEMO.absent}`,
    },
    actionForbidden: { body: { ...update(pending), userEmail: TOM } },
    conflict: { unprovoked: 'test/functions/tickets/at-once.test.ts' },
  },
  invalid: {
    body: update({ ...pending, ticketStatus: 'new' }),
    message: 'ticketUpdateMessages[0].ticketStatus must be one of open, pending, closed',
    violations: [{ pointer: '/ticketUpdateMessages/0/ticketStatus' }],
  },
  foreign: {
    businessId: { ...foreignBusiness(update(pending)), owners: { body: theirs } },
    ticketUpdateMessages: {
      foreign: { body: update({ ...pending, ticketId: FOREIGN.foreign }) },
      absent: { body: update({ ...pending, ticketId: FOREIGN.absent }) },
      owners: { body: theirs },
      code: errors.routeNotFound.code,
    },
  },
};
