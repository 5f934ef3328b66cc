/** POST /v1/aggregation/competitor/{compAccountId}/{businessNumber}: adds a review link of a competitor. */
import { addAggregationLink, tooManyLinks } from '../../lib/competitors/contracts/add-aggregation-link.ts';
import { addLinkIn } from '../../lib/competitors/links.ts';
import { aggregationReply } from '../../lib/competitors/reply.ts';
import { links } from '../../lib/competitors/repository/links.ts';
import { preparedLink } from '../../lib/competitors/rules/source.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  addAggregationLink,
  { prepare: preparedLink },
  async ({ store, path: { compAccountId, businessNumber }, body: { url }, prepared: source, validateOnly }) => {
    const added = await addLinkIn(store, {
      place: () => links(store).placeOf(compAccountId, businessNumber),
      link: { sourceId: source!.sourceId, url },
      validateOnly,
      tooMany: tooManyLinks,
    });
    if ('refused' in added) throw new ApiError(added.refused);
    return aggregationReply(added);
  },
);
