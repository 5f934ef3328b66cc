/** Delete card: removes a custom card. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { card, location } from './shared-schemas.ts';

export const deleteCard = {
  id: 'deleteCard',
  module: 'cards',
  method: 'DELETE',
  path: '/v1/business/public/card/{cardId}',
  summary: 'Delete card',
  tag: 'Custom cards',
  description: `Deletes a custom card of a location.`,
  pathParameters: card,
  headers: location,
  writes: true,
  lasting: true,
  reply: { title: 'CustomCardDeleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid, cardNotFound: errors.routeNotFound },
  access: ['BatchGetItem', 'UpdateItem'],
} as const satisfies Contract;
