/** Requests of comment ticket against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { commentTicket } from './comment-ticket.ts';
import { DEMO, FOREIGN, foreignBusiness, HUGO, MARTA, TOM } from './demo.cases.ts';

const called = { ticketId: DEMO.asked, comment: 'Called back, no answer.', userEmail: MARTA };
const theirs = { ...called, ticketId: FOREIGN.foreign, userEmail: HUGO };

export const commentTicketCases: Cases<typeof commentTicket> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'A comment on a new ticket', body: called, reply: { ticketId: DEMO.asked } },
    {
      summary: 'A comment on a ticket of a location',
      parameters: { businessId: 700101 },
      body: { ...called, ticketId: DEMO.ofReview },
      reply: { ticketId: DEMO.ofReview },
    },
  ],
  provocations: {
    businessNotFound: { parameters: { businessId: 799999 } },
    userNotFound: { body: { ...called, userEmail: 'no.one@copperkettle.example' } },
    ticketNotFound: {
      body: { ...called, ticketId: DEMO.absent },
      message: `${errors.routeNotFound.message}: ${DEMO.absent}`,
    },
    actionForbidden: { body: { ...called, userEmail: TOM } },
    conflict: { unprovoked: 'test/functions/tickets/at-once.test.ts' },
  },
  invalid: {
    body: { ...called, comment: ' ' },
    message: 'comment must not be blank',
    violations: [{ pointer: '/comment' }],
  },
  foreign: {
    businessId: { ...foreignBusiness(called), owners: { body: theirs } },
    ticketId: {
      foreign: { body: { ...called, ticketId: FOREIGN.foreign } },
      absent: { body: { ...called, ticketId: FOREIGN.absent } },
      owners: { body: theirs },
      code: errors.routeNotFound.code,
    },
  },
};
