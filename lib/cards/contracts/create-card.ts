/** Create card: a custom card on the profile of a location. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { location, sentFields, shownCard, title } from './shared-schemas.ts';

export const createCard = {
  id: 'createCard',
  module: 'cards',
  method: 'POST',
  path: '/v1/business/public/card',
  summary: 'Create card',
  tag: 'Custom cards',
  description: `Adds a custom card to a location, which can have up to 20. Pinning a card unpins the pinned one.`,
  headers: location,
  writes: true,
  lasting: true,
  request: {
    title: 'CustomCardToCreate',
    type: 'object',
    required: ['title'],
    properties: { title: field(title, 'Title, 1 to 100 characters', 'Sunday roast'), ...sentFields },
  },
  reply: shownCard,
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
