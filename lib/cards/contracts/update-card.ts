/** Update card: changes fields of a custom card. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { card, location, sentFields, title } from './shared-schemas.ts';

const keptTitle = {
  ...title,
  minLength: 1,
  'x-blank': 'check',
  'x-errors': { ...title['x-errors'], minLength: 'must not be blank' },
} as const;

export const updateCard = {
  id: 'updateCard',
  module: 'cards',
  method: 'PUT',
  path: '/v1/business/public/card/{cardId}',
  summary: 'Update card',
  tag: 'Custom cards',
  description: `Updates a custom card of a location. Fields you omit keep their values; \`""\` and \`null\` clear a field, except the
title. Pinning a card unpins the pinned one.`,
  pathParameters: card,
  headers: location,
  writes: true,
  request: {
    title: 'CustomCardUpdate',
    type: 'object',
    properties: { title: field(keptTitle, 'Title, 1 to 100 characters', 'Sunday lunch'), ...sentFields },
  },
  reply: { title: 'CustomCardUpdated', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid, cardNotFound: errors.routeNotFound },
  access: ['BatchGetItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
