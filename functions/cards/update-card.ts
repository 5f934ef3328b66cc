/** PUT /v1/business/public/card/{cardId}: changes a custom card of a location. */
import { updateCard } from '../../lib/cards/contracts/update-card.ts';
import { changeCard } from '../../lib/cards/write.ts';
import { changesOf } from '../../lib/contract/fields.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  updateCard,
  { prepare: (normalized) => ({ prepared: changesOf(updateCard.request, normalized), violations: [] }) },
  async ({ store, path: { cardId }, headers, prepared: changes, validateOnly }) => {
    const command = { businessNumber: headers['x-business-number'], cardId, validateOnly };
    const written = await changeCard(store, command, changes);
    if ('refused' in written) throw new ApiError(written.refused);
    return {};
  },
);
