/** PUT /v1/ticket/{businessId}/create-ticket: creates a ticket of a location. */
import { personCommand } from '../../lib/contacts/rules/person-command.ts';
import { takePart } from '../../lib/contacts/take-part.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { createTicket } from '../../lib/tickets/contracts/create-ticket.ts';
import { createTicketIn } from '../../lib/tickets/create.ts';
import { createCommand } from '../../lib/tickets/rules/create-command.ts';

export const handler = endpointWithRules(
  createTicket,
  { prepare: createCommand },
  async ({ store, path: { businessId: businessNumber }, prepared, validateOnly }) => {
    const created = await createTicketIn(
      store,
      { ...prepared, businessNumber, validateOnly },
      {
        sent: async ({ customerId, ...person }, naming) => {
          const taking = { ...naming, activity: 'ticket', refusesBlocked: true } as const;
          if (customerId !== undefined) return takePart(store, { ...taking, who: customerId });
          const { visitor, violations } = personCommand(person, 'customer');
          return violations[0] ? { refused: violations[0].error } : takePart(store, { ...taking, who: visitor });
        },
        known: (id, naming) => takePart(store, { ...naming, who: id, activity: 'ticket' }),
      },
    );
    if ('refused' in created) throw new ApiError(created.refused);
    return created;
  },
);
