/** POST /v1/aggregation/business/{businessId}: adds a review source of a location. */
import { addReviewSource, tooManySources } from '../../lib/competitors/contracts/add-review-source.ts';
import { addLinkIn } from '../../lib/competitors/links.ts';
import { sourceReply } from '../../lib/competitors/reply.ts';
import { links } from '../../lib/competitors/repository/links.ts';
import { preparedSource } from '../../lib/competitors/rules/source.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { counts } from '../../lib/insight/repository/counts.ts';

export const handler = endpointWithRules(
  addReviewSource,
  { prepare: preparedSource },
  async ({ store, path: { businessId }, body: { url }, prepared: source, validateOnly }) => {
    const added = await addLinkIn(store, {
      place: () => links(store).locationOf(businessId),
      link: { sourceId: source!.sourceId, url },
      validateOnly,
      tooMany: tooManySources,
    });
    if ('refused' in added) throw new ApiError(added.refused);
    const counted = await counts(store).totals([businessId]);
    return sourceReply(added, counted.get(businessId)?.reviews ?? []);
  },
);
