/** GET /v1/business/{businessId}/competitors: the competitor brands of an account with their locations. */
import { listCompetitors } from '../../lib/competitors/contracts/list-competitors.ts';
import { listedCompetitors } from '../../lib/competitors/read.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(listCompetitors, async ({ store, path: { businessId }, window }) => {
  const found = await listedCompetitors(store, businessId, window!);
  if (!found) throw new ApiError(errors.businessInvalid);
  return found;
});
