/** POST /v1/business/public/card: adds a custom card to the profile of a location. */

import { createCard } from '../../lib/cards/contracts/create-card.ts';
import { cardReply } from '../../lib/cards/reply.ts';
import { addCard } from '../../lib/cards/write.ts';
import { changesOf } from '../../lib/contract/fields.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  createCard,
  { prepare: (normalized) => ({ prepared: changesOf(createCard.request, normalized), violations: [] }) },
  async ({ store, headers, prepared: fields, validateOnly }) => {
    const written = await addCard(store, { businessNumber: headers['x-business-number'], validateOnly }, fields);
    if ('refused' in written) throw new ApiError(written.refused);
    return cardReply(written.card!);
  },
);
