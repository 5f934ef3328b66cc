/** POST /v1/ticket/{businessId}/comment-activity: adds a comment to a ticket. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { commentOn } from '../../lib/tickets/act.ts';
import { commentTicket } from '../../lib/tickets/contracts/comment-ticket.ts';

export const handler = endpoint(commentTicket, async ({ store, path, body, validateOnly }) => {
  const { ticketId } = body;
  const outcome = await commentOn(store, { ...body, businessId: path.businessId, validateOnly });
  if (outcome !== 'done') throw new ApiError(outcome.refused);
  return { ticketId };
});
