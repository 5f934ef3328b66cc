/** PUT /v1/ticket/{businessId}/update: assigns tickets and sets their status. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { updateTicketsIn } from '../../lib/tickets/act.ts';
import { updateTickets } from '../../lib/tickets/contracts/update-tickets.ts';
import { rowViolations } from '../../lib/tickets/rules/update-command.ts';

export const handler = endpointWithRules(
  updateTickets,
  { prepare: ({ body }) => ({ prepared: undefined, violations: rowViolations(body.ticketUpdateMessages) }) },
  async ({ store, path, body: { ticketUpdateMessages, userEmail }, validateOnly }) => {
    const [first, ...more] = ticketUpdateMessages;
    const outcome = await updateTicketsIn(store, {
      businessId: path.businessId,
      rows: [first!, ...more],
      userEmail,
      validateOnly,
    });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
