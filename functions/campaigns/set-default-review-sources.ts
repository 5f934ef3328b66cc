/** POST /v1/campaign/external/default-review-sources: the review sources that requests of locations offer. */
import { setDefaultReviewSources } from '../../lib/campaigns/contracts/set-default-review-sources.ts';
import { sourcesCommand } from '../../lib/campaigns/rules/sources-command.ts';
import { setReviewSources } from '../../lib/campaigns/set-sources.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  setDefaultReviewSources,
  { prepare: sourcesCommand },
  async ({ store, body: { resellerId: accountNumber = 0 }, prepared, validateOnly }) => {
    const outcome = await setReviewSources(store, { accountNumber, ...prepared, validateOnly });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
