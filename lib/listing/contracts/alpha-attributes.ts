/** Get alpha attributes: what a location of a category can say of itself on alpha. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber, categoryId, countryCode } from './catalogue-parts.ts';

export const alphaAttributes = {
  id: 'alphaAttributes',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/alpha-attributes-list',
  summary: 'Get alpha attributes',
  tag: 'Listings',
  description:
    'What a location of a category can say of itself on alpha in a country: lists of attributes, by the name of their ' +
    'group. They are the same for every business. An id stays the attribute’s.',
  pathParameters: { businessNumber },
  query: {
    categoryId: {
      ...categoryId,
      description: 'The id of a category of ALPHA, as get category list has it for this country',
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
            'What its value is: BOOL, ENUM (one of the values), REPEATED_ENUM (a list of some of them) or URL',
            'ENUM',
          ),
          displayName: field(text, 'Display label', 'Wi-Fi'),
          groupDisplayName: field(text, 'Display label of its group', 'Amenities'),
          valueMetadata: {
            description: 'The values that it can have; empty for URL',
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
