/** POST /v1/social/open-url/performance/report: how posts did, of an account and location by location. */
import * as errors from '../../lib/contract/error-rows.ts';
import { locationsUnknown } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { socialPerformance } from '../../lib/social/contracts/social-performance.ts';
import { firstUnknown, locationsIn, scopeOf } from '../../lib/social/find-locations.ts';
import { performanceOf } from '../../lib/social/performance.ts';
import { validatedPerformance } from '../../lib/social/rules/performance-query.ts';

export const handler = endpointWithRules(
  socialPerformance,
  { prepare: validatedPerformance },
  async ({ store, headers, prepared }) => {
    const scope = await scopeOf(store, headers['x-business-number']);
    if (!scope) throw new ApiError(errors.businessInvalid);
    const { locations } = prepared;
    // A location is that one alone.
    const named = locations.length === 0 && scope.location !== undefined ? [scope.location] : locations;
    const found = await locationsIn(store, scope, named);
    const unknown = firstUnknown(named, found);
    if (unknown !== undefined) throw new ApiError(locationsUnknown(unknown));
    return performanceOf(store, scope, named.length > 0 ? found : undefined, prepared);
  },
);
