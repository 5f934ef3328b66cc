/** POST /v1/aggregation/competitor/{compAccountId}/{businessNumber}: adds a review link of a competitor. */
import { addAggregationLink } from '../../lib/competitors/contracts/add-aggregation-link.ts';
import { aggregationReply } from '../../lib/competitors/reply.ts';
import { competitors } from '../../lib/competitors/repository/competitor.ts';
import { preparedLink } from '../../lib/competitors/rules/source.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  addAggregationLink,
  { prepare: preparedLink },
  async ({ store, path: { compAccountId, businessNumber }, body: { url }, prepared: source, validateOnly }) => {
    const { accountOf, preview, addLink } = competitors(store);
    const accountNumber = source && (await accountOf(compAccountId, businessNumber));
    if (!source || accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    const link = { compAccountId, businessNumber, accountNumber, sourceId: source.sourceId, url };
    return aggregationReply(validateOnly ? preview(link) : await addLink(link), source);
  },
);
