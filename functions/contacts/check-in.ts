/** POST /v1/customer/checkin: notes that a person is at a location. */
import { checkInAt, wrongVisitor } from '../../lib/contacts/check-in.ts';
import { checkIn } from '../../lib/contacts/contracts/check-in.ts';
import { checkInCommand } from '../../lib/contacts/rules/check-in-command.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  checkIn,
  {
    prepare: checkInCommand,
    checkStored: ({ store, query, prepared }) => wrongVisitor(store, query.bid, prepared),
  },
  async ({ store, query, prepared: visitor, validateOnly }) => {
    const saved = await checkInAt(store, { businessNumber: query.bid, visitor, validateOnly });
    if ('refused' in saved) throw new ApiError(saved.refused, saved);
    return { customerId: saved.id };
  },
);
