/** DELETE /v1/business/public/card/{cardId}: removes a custom card of a location. */
import { deleteCard } from '../../lib/cards/contracts/delete-card.ts';
import { removeCard } from '../../lib/cards/write.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(deleteCard, async ({ store, path: { cardId }, headers, validateOnly }) => {
  const command = { businessNumber: headers['x-business-number'], cardId, validateOnly };
  const written = await removeCard(store, command);
  if ('refused' in written) throw new ApiError(written.refused);
  return {};
});
