/** Get alpha attributes: the alpha attributes that a category offers. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber, categoryId, countryCode } from './catalogue-schemas.ts';

export const alphaAttributes = {
  id: 'alphaAttributes',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/alpha-attributes-list',
  summary: 'Get alpha attributes',
  tag: 'Listings',
  description: `Lists the attributes that a location of a category can have on alpha in a country, by the name of their group. They
are the same for all businesses. The id of an attribute never changes.`,
  pathParameters: { businessNumber },
  query: {
    categoryId: {
      ...categoryId,
      description: 'Id of a category of ALPHA in this country (see get category list)',
    },
    countryCode,
  },
  reply: {
    title: 'AlphaAttributeGroups',
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: {
        title: 'AlphaAttribute',
        type: 'object',
        required: ['attributeId', 'valueType', 'displayName', 'groupDisplayName', 'valueMetadata'],
        properties: {
          attributeId: field(text, 'Its id', 'wi_fi'),
          valueType: field(
            text,
            'Type of the value: BOOL, ENUM (one of the values), REPEATED_ENUM (a list of some of them) or URL',
            'ENUM',
          ),
          displayName: field(text, 'Display label', 'Wi-Fi'),
          groupDisplayName: field(text, 'Display label of its group', 'Amenities'),
          valueMetadata: {
            description: 'Allowed values; empty for URL',
            type: 'array',
            items: {
              title: 'AlphaAttributeValue',
              type: 'object',
              required: ['value', 'displayName'],
              properties: {
                value: field({ type: ['boolean', 'string'] }, 'The value', 'free'),
                displayName: field(text, 'Display label', 'Free'),
              },
            },
          },
        },
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
