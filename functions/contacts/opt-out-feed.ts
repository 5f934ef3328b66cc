/** POST /v1/contact/{businessId}/update-feed: who has opted out or was blocked within a time. */
import { MOST_OUT, optOutFeed, tooManyOut } from '../../lib/contacts/contracts/opt-out-feed.ts';
import { optedOutReply } from '../../lib/contacts/list-reply.ts';
import { type OptOut, optOuts } from '../../lib/contacts/repository/opt-outs.ts';
import { places } from '../../lib/contacts/repository/place.ts';
import { validatedTimes } from '../../lib/contacts/rules/list-windows.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

const prepare = validatedTimes(() => clock.now());

export const handler = endpointWithRules(optOutFeed, { prepare }, async ({ store, path, body, prepared }) => {
  const place = await places(store).find(path.businessId);
  if (!place) throw new ApiError(errors.businessInvalid);
  const { subscriptionStatus: asked = ['opted-out'] } = body;
  const window = { ...prepared, businessNumber: place.businessNumber, most: MOST_OUT, mostRead: 3 * MOST_OUT };
  const listOf = async (kind: OptOut, status: (typeof asked)[number]) => {
    if (!asked.includes(status)) return [];
    const found = await optOuts(store).within(place.accountNumber, kind, window);
    if (!found) throw new ApiError(tooManyOut);
    return found.map(optedOutReply);
  };
  const [emailOptOut, textOptOut, blocked] = await Promise.all([
    listOf('EMAIL', 'opted-out'),
    listOf('TEXT', 'opted-out'),
    listOf('BLOCKED', 'blocked'),
  ]);
  return { emailOptOut, textOptOut, blocked };
});
