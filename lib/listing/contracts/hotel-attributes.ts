/** Get hotel attributes: the attributes that a hotel can set. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const hotelAttribute = {
  title: 'HotelAttribute',
  type: 'object',
  required: ['attributeId', 'attributeName', 'columnId', 'valueType', 'possibleValues'],
  properties: {
    attributeId: field(text, 'Unique id', 'breakfast'),
    attributeName: field(text, 'Display label', 'Breakfast'),
    columnId: field({ type: 'integer' }, 'Unique number', 45),
    valueType: field(
      { enum: ['BOOLEAN', 'INTEGER', 'YEAR', 'TIME', 'SINGLE_SELECT', 'MULTI_SELECT'] },
      'Type of the value: true or false, a whole number from 0, a four-digit year, a time `H:MM`, one of the ' +
        'possible values, or a list of some of them',
      'SINGLE_SELECT',
    ),
    possibleValues: {
      description: 'Allowed values; empty for numbers, years and times',
      type: 'array',
      items: {
        title: 'HotelAttributeValue',
        type: 'object',
        required: ['value', 'name'],
        properties: {
          value: field({ type: ['boolean', 'string'] }, 'The value', 'free'),
          name: field(text, 'Display label', 'Free'),
        },
      },
    },
  },
} as const;

export const hotelAttributes = {
  id: 'hotelAttributes',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/get/hotel-attributes',
  summary: 'Get hotel attributes',
  tag: 'Listings',
  description: `Lists the attributes that a hotel can have, by the names of their group and subgroup, and by id. They are the same for
all businesses. The groups are services, policiesAndPayments, foodAndDrink, pools, wellness, activities,
transportation, families, connectivity, business, accessibility, pets, parking, housekeeping, healthAndSafety,
sustainability and viewsFromUnit.`,
  headers: {
    'x-business-number': addressed(errors.businessInvalid, 'The number of an account or of one of its locations'),
  },
  reply: {
    title: 'HotelCatalogue',
    type: 'object',
    required: ['hotelAttributes'],
    properties: {
      hotelAttributes: field(
        {
          type: 'object',
          additionalProperties: {
            description: 'Subgroups by name',
            type: 'object',
            additionalProperties: {
              description: 'Attributes by id',
              type: 'object',
              additionalProperties: hotelAttribute,
            },
          },
        },
        'Groups by name',
        {
          pools: {
            pool: {
              pool: {
                attributeId: 'pool',
                attributeName: 'Pool',
                columnId: 55,
                valueType: 'BOOLEAN',
                possibleValues: [
                  { value: true, name: 'Yes' },
                  { value: false, name: 'No' },
                ],
              },
            },
          },
        },
      ),
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
