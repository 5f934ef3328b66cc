/** Requests of get ticket against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { asked, DEMO, FOREIGN, foreignBusiness, MARTA, ofReview } from './demo.cases.ts';
import type { getTicket } from './get-ticket.ts';

const nothing = { comment: null, from: null, to: null };
const created = (at: string) => ({ type: 'created', at, by: null, ...nothing });

export const getTicketCases: Cases<typeof getTicket> = {
  parameters: { businessId: 700100, ticketId: DEMO.ofReview },
  examples: [
    {
      summary: 'A ticket of a review',
      reply: {
        ...ofReview,
        activities: [
          created('2026-02-10T09:00:00.000Z'),
          {
            ...nothing,
            type: 'comment',
            at: '2026-02-10T10:30:00.000Z',
            by: MARTA,
            comment: 'Asked the floor manager what happened.',
          },
        ],
      },
    },
    {
      summary: 'A ticket of a location',
      parameters: { businessId: 700101, ticketId: DEMO.asked },
      reply: { ...asked, activities: [created('2026-02-11T16:20:00.000Z')] },
    },
  ],
  provocations: {
    businessNotFound: { parameters: { businessId: 799999 } },
    ticketNotFound: { parameters: { ticketId: DEMO.absent } },
  },
  foreign: {
    businessId: foreignBusiness(),
    ticketId: {
      foreign: { parameters: { ticketId: FOREIGN.foreign } },
      absent: { parameters: { ticketId: FOREIGN.absent } },
      code: errors.routeNotFound.code,
    },
  },
};
