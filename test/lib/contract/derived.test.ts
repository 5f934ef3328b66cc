/** What follows from contracts. */
import { expect, it } from 'vitest';
import { getBulkUpdate } from '../../../lib/bulk/contracts/get-bulk-update.ts';
import { reviewMetrics } from '../../../lib/competitors/contracts/review-metrics.ts';
import { parametersOf } from '../../../lib/contract/derived.ts';
import type { Contract } from '../../../lib/contract/operation.ts';
import { getAllQna } from '../../../lib/qna/contracts/get-all-qna.ts';
import { listServices } from '../../../lib/services/contracts/list-services.ts';
import { listDeliveries } from '../../../lib/subscriptions/contracts/list-deliveries.ts';

const queryOf = (contract: Contract) =>
  parametersOf(contract).flatMap(({ in: place, name }) => (place === 'query' ? [name] : []));

it('checks the parameters of a page where the operation has them', () => {
  expect(queryOf(listServices)).toEqual(['businessId', 'startIndex', 'pageSize', 'sortBy', 'sortOrder']);
  expect(queryOf(reviewMetrics)).toEqual(['startIndex', 'pageSize', 'sortOrder']);
  expect(queryOf(getBulkUpdate)).toEqual(['startIndex', 'pageSize', 'status']);
  expect(queryOf(getAllQna)).toEqual(['sIndex', 'count', 'order']);
  expect(queryOf(listDeliveries)).toEqual(['status', 'startIndex', 'pageSize']);
});
