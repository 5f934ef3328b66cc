/** List cards: the custom cards of a location. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { shownCard } from './shared-schemas.ts';

export const listCards = {
  id: 'listCards',
  module: 'cards',
  method: 'GET',
  path: '/v1/business/{businessId}/profile/customcard',
  summary: 'List cards',
  tag: 'Custom cards',
  description: `Lists the custom cards of a location, including invisible ones: the pinned card first, then by creation, at most 20.
The list includes earlier writes immediately.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The business number of the location') },
  reply: {
    title: 'CustomCards',
    type: 'object',
    required: ['customCardDetails'],
    properties: { customCardDetails: field({ type: 'array', items: shownCard }, 'The cards') },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
