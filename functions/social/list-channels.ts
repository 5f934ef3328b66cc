/** GET /v1/social/{businessId}/channels: to which sites a location is connected. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { channelsOf } from '../../lib/social/channels.ts';
import { listChannels } from '../../lib/social/contracts/list-channels.ts';

export const handler = endpoint(listChannels, async ({ store, path }) => {
  const found = await channelsOf(store, path.businessId);
  if (!found) throw new ApiError(errors.businessInvalid);
  return found;
});
