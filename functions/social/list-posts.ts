/** POST /v1/social/{businessId}/post/list: posts by the day of their time. */
import * as errors from '../../lib/contract/error-rows.ts';
import { locationsUnknown } from '../../lib/contract/errors.ts';
import { readBudget } from '../../lib/dynamodb/table/read-units.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { listPosts, tooManyPosts } from '../../lib/social/contracts/list-posts.ts';
import { firstUnknown, locationsIn, scopeOf } from '../../lib/social/find-locations.ts';
import { postPage } from '../../lib/social/list-posts.ts';
import { validatedQuery } from '../../lib/social/rules/post-query.ts';

/** Read units of what a request shows, next to those of its account. */
const MOST_UNITS = 900;

export const handler = endpointWithRules(listPosts, { prepare: validatedQuery }, async ({ store, path, prepared }) => {
  const scope = await scopeOf(store, path.businessId);
  if (!scope) throw new ApiError(errors.businessInvalid);
  const { locations } = prepared;
  const budget = readBudget(MOST_UNITS);
  const unknown = firstUnknown(locations, await locationsIn(store, scope, locations, { budget }));
  if (unknown !== undefined) throw new ApiError(locationsUnknown(unknown));
  const page = await postPage(store, scope, prepared, budget);
  if (!page) throw new ApiError(tooManyPosts);
  return page;
});
