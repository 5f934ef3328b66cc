/** GET /v1/campaign/request/{requestId}: what a page shows to whoever opened the link of a request. */
import { getRequest } from '../../lib/campaigns/contracts/get-request.ts';
import { requestReply } from '../../lib/campaigns/reply.ts';
import { requests } from '../../lib/campaigns/repository/requests.ts';
import { linkIdIn } from '../../lib/campaigns/rules/link.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(getRequest, async ({ store, path }) => {
  const shown = await requests(store).shown(linkIdIn(String(path.requestId)));
  if (!shown) throw new ApiError(errors.routeNotFound);
  return requestReply(shown);
});
