/** Requests of get tickets against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { asked, foreignBusiness, ofReview } from './demo.cases.ts';
import type { getTickets } from './get-tickets.ts';

export const getTicketsCases: Cases<typeof getTickets> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'All tickets of an account', body: {}, reply: { ticketDetails: [asked, ofReview], count: 2 } },
    {
      summary: 'Open tickets of reviews, with their number',
      parameters: { totalCount: true },
      body: { ticketStatuses: ['open'], ticketTypes: ['review'], businessNumbers: [700101] },
      reply: { ticketDetails: [ofReview], count: 1, totalcount: 1 },
    },
    {
      summary: 'The number of tickets',
      parameters: { op: 1 },
      body: {},
      reply: { ticketDetails: [], count: 0, totalcount: 2 },
    },
  ],
  provocations: {
    pageSizeInvalid: {
      parameters: { count: 201 },
      violations: [{ pointer: '', parameter: 'count', limit: 200, actual: 201 }],
      message: 'Page size must be 1 to 200',
    },
    pageTooDeep: {
      parameters: { sIndex: 99_999, count: 2 },
      violations: [{ pointer: '', parameter: 'sIndex' }],
    },
    endBeforeStart: { body: { fromDate: 2, toDate: 1 }, violations: [{ pointer: '/toDate' }] },
    businessNotFound: { parameters: { businessId: 799999 } },
    businessIdsInvalid: {
      body: { businessNumbers: [799999] },
      message: `${errors.businessIdsInvalid.message}: 799999`,
    },
    tooManyTickets: { unprovoked: 'test/functions/tickets/many.test.ts' },
    pageTooLarge: { unprovoked: 'test/functions/tickets/many.test.ts' },
  },
  invalid: {
    body: { ticketStatuses: ['lost'] },
    message: 'ticketStatuses[0] must be one of new, open, pending, closed',
    violations: [{ pointer: '/ticketStatuses/0' }],
  },
  foreign: {
    businessId: foreignBusiness({}),
    businessNumbers: {
      foreign: { body: { businessNumbers: [800101] } },
      absent: { body: { businessNumbers: [899901] } },
      code: errors.businessIdsInvalid.code,
    },
  },
};
