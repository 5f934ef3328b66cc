/** Delete competitor: a competitor location, or a brand without locations. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { account, emptyReply } from './shared-schemas.ts';

/** 1174 of a brand. */
export const competitorHasLocations: ErrorEntry = {
  ...errors.accountHasChildren,
  message: 'The competitor still has locations',
};

export const deleteCompetitor = {
  id: 'deleteCompetitor',
  module: 'competitors',
  method: 'DELETE',
  path: '/v1/business/{businessId}/competitors/{competitorId}',
  summary: 'Delete competitor',
  tag: 'Competitors',
  description: `Deletes a competitor location, or a brand that has no locations. It disappears immediately; its review links and
reviews are removed within a minute for each 10,000.`,
  pathParameters: {
    businessId: account,
    competitorId: addressed(errors.businessInvalid, 'The number of a brand or of a competitor location'),
  },
  writes: true,
  lasting: true,
  reply: emptyReply('CompetitorDeleted'),
  errors: { businessInvalid: errors.businessInvalid, competitorHasLocations },
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
