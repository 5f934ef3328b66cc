/** GET /v1/business/{businessId}/profile/customcard: the custom cards of a location. */
import { listCards } from '../../lib/cards/contracts/list-cards.ts';
import { cardReply } from '../../lib/cards/reply.ts';
import { cardsOf } from '../../lib/cards/repository/cards.ts';
import { inOrder } from '../../lib/cards/rules/cards.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(listCards, async ({ store, path }) => {
  const record = await cardsOf(store).find(path.businessId);
  if (!record) throw new ApiError(errors.businessInvalid);
  return { customCardDetails: inOrder(record.cards).map(cardReply) };
});
