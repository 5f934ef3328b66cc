/** POST /v1/ticket/{businessId}/get/all: lists or counts tickets. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { getTickets, USUAL } from '../../lib/tickets/contracts/get-tickets.ts';
import { listedTickets } from '../../lib/tickets/list.ts';

export const handler = endpointWithRules(
  getTickets,
  {
    prepare: ({ body: { fromDate, toDate } }) => ({
      prepared: undefined,
      violations: Number(toDate) < Number(fromDate) ? [{ path: 'toDate', error: errors.endBeforeStart }] : [],
    }),
  },
  async ({ store, path, query, body }) => {
    const { op = 3, sIndex = 0, count = USUAL, sortBy = 2, sortOrder = 1, totalCount = false } = query;
    const isCount = op === 1;
    const listed = await listedTickets(store, {
      ...body,
      businessId: path.businessId,
      isAscending: sortOrder === 0,
      byAlias: sortBy === 3,
      window: isCount ? undefined : { start: sIndex, end: sIndex + count },
    });
    if ('refused' in listed) throw new ApiError(listed.refused);
    const { total, replies } = listed;
    return {
      ticketDetails: replies,
      count: replies.length,
      ...((isCount || totalCount) && { totalcount: total }),
    };
  },
);
