/** POST /v1/aggregation/competitor/{compAccountId}/{businessNumber}: adds a review link of a competitor (spec 4.4). */
import validate from 'validator:addAggregationLink';
import { findReviewSource } from '../../lib/catalog/review-sources.ts';
import { addAggregationLink } from '../../lib/competitors/contracts/add-aggregation-link.ts';
import { aggregationReply } from '../../lib/competitors/reply.ts';
import { addAggregationLink as add, ownsCompetitor } from '../../lib/competitors/repository/aggregation-link.ts';
import { errors, invalid } from '../../lib/contract/errors.ts';
import type { BodyOf } from '../../lib/contract/operation.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyStore } from '../../lib/http/idempotency/store.ts';
import { apiKeyLookup } from '../../lib/partners/key-lookup.ts';
import { numberFrom } from '../../lib/partners/repository/account.ts';

export const handler = endpoint<BodyOf<typeof addAggregationLink.request>>(
  addAggregationLink,
  {
    findPartner: apiKeyLookup(serviceTable),
    validate,
    validateAll: () => import('validator-all:addAggregationLink'),
    idempotency: idempotencyStore(serviceTable),
    rules: ({ body: { sourceAlias } }) =>
      typeof sourceAlias !== 'string' || findReviewSource(sourceAlias)
        ? []
        : [{ path: 'sourceAlias', error: invalid('sourceAlias', 'is not a known review source') }],
  },
  async ({ partnerId, path, body: { sourceAlias, url } }) => {
    const compAccountId = numberFrom(path.compAccountId);
    const businessNumber = numberFrom(path.businessNumber);
    const source = findReviewSource(sourceAlias);
    if (compAccountId === undefined || businessNumber === undefined || !source) {
      throw new ApiError(errors.businessInvalid);
    }
    const owned = await ownsCompetitor(serviceTable(), partnerId, { compAccountId, businessNumber });
    if (!owned) throw new ApiError(errors.businessInvalid);
    const link = { compAccountId, businessNumber, sourceId: source.sourceId, url };
    return aggregationReply(await add(serviceTable(), partnerId, link), source);
  },
);
