/** Get maps attributes: the maps attributes that a category offers. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber, categoryId, countryCode } from './catalogue-schemas.ts';

export const mapsAttributes = {
  id: 'mapsAttributes',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/maps-location-attributes-list',
  summary: 'Get maps attributes',
  tag: 'Listings',
  description: `Lists the attributes that a location of a maps category can have on maps, by the dotted name of their group. Without
\`categoryId\` the category of the location is used, as for maps action links. For a location without a category, and
for an account, the response has the attributes that all categories have in common. The id of an attribute never changes.`,
  pathParameters: { businessNumber },
  query: {
    categoryId: {
      ...categoryId,
      description: "Id of a category of MAPS; the location's category by default",
      required: false,
    },
    countryCode: {
      ...countryCode,
      description: 'Country, case-insensitive; attributes not offered there are omitted. All countries by default',
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
          description: field(text, 'Meaning of the attribute', 'Credit cards are accepted'),
        },
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
