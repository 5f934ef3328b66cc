/** Get maps attributes: what a location of a category can say of itself on maps. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber, categoryId, countryCode } from './catalogue-parts.ts';

export const mapsAttributes = {
  id: 'mapsAttributes',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/maps-location-attributes-list',
  summary: 'Get maps attributes',
  tag: 'Listings',
  description:
    'What a location of a maps category can say of itself on maps: lists of attributes, by the dotted name of their group. ' +
    'Without `categoryId` the category is the location’s own, as for maps action links; for a location without one, and ' +
    'for an account, the attributes that every category has are answered. An id stays the attribute’s.',
  pathParameters: { businessNumber },
  query: {
    categoryId: {
      ...categoryId,
      description: 'The id of a category of MAPS; that of the location unless it is sent',
      required: false,
    },
    countryCode: {
      ...countryCode,
      description: 'A country, without case; what is not offered there is left out. Any unless it is sent',
      required: false,
    },
  },
  reply: {
    title: 'MapsAttributeGroups',
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: {
        title: 'MapsAttribute',
        type: 'object',
        required: ['attributeId', 'description'],
        properties: {
          attributeId: field(text, 'Its id', 'payments.methods.credit_cards'),
          description: field(text, 'What it says of a location', 'Credit cards are accepted'),
        },
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
