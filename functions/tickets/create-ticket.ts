/** PUT /v1/ticket/{businessId}/create-ticket: creates a ticket of a location. */
import { wrongVisitor } from '../../lib/contacts/check-in.ts';
import { personCommand } from '../../lib/contacts/rules/person-command.ts';
import { takePart } from '../../lib/contacts/take-part.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { createTicket } from '../../lib/tickets/contracts/create-ticket.ts';
import { createTicketIn } from '../../lib/tickets/create.ts';
import { createCommand, type SentCustomer } from '../../lib/tickets/rules/create-command.ts';

/** The customer, if sent by name, email or phone; `undefined` if sent by id or not at all. */
const personOf = (customer: SentCustomer | undefined) =>
  customer && customer.customerId === undefined ? personCommand(customer, 'customer') : undefined;

export const handler = endpointWithRules(
  createTicket,
  {
    prepare: (normalized) => {
      const created = createCommand(normalized);
      const person = personOf(created.prepared.customer);
      return {
        ...created,
        prepared: { command: created.prepared, person },
        late: [...created.late, ...(person?.violations ?? [])],
      };
    },
    checkStored: async ({ store, path: { businessId }, prepared: { person } }) =>
      person ? wrongVisitor(store, businessId, person.visitor) : [],
  },
  async ({ store, path: { businessId: businessNumber }, prepared: { command, person }, validateOnly }) => {
    const created = await createTicketIn(
      store,
      { ...command, businessNumber, validateOnly },
      {
        sent: async (customer, naming) => {
          const taking = { ...naming, activity: 'ticket', refusesBlocked: true } as const;
          if (!person) return takePart(store, { ...taking, who: customer.customerId! });
          const [wrong] = person.violations;
          return wrong ? { refused: wrong.error } : takePart(store, { ...taking, who: person.visitor });
        },
        known: (id, naming) => takePart(store, { ...naming, who: id, activity: 'ticket' }),
      },
    );
    if ('refused' in created) throw new ApiError(created.refused, created);
    return created;
  },
);
