/** GET /v1/ticket/{businessId}/{ticketId}: a ticket with its activity. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getTicket } from '../../lib/tickets/contracts/get-ticket.ts';
import { shownTicket } from '../../lib/tickets/list.ts';

export const handler = endpoint(getTicket, async ({ store, path: { businessId, ticketId } }) => {
  const found = await shownTicket(store, businessId, ticketId);
  if ('refused' in found) throw new ApiError(found.refused);
  return found;
});
