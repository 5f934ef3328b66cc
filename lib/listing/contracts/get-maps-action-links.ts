/** Get maps action links: the click-through links in the action row of a location's placecard. */
import { text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

/** The error for a location that does not exist, belongs to another partner, or has no category. */
export const categoryIdNotFound: ErrorEntry = { ...errors.invalidRequest, message: 'Category id not found' };

export const getMapsActionLinks = {
  id: 'getMapsActionLinks',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/maps-action-links',
  summary: 'Get maps action links',
  tag: 'Listings',
  description: `Lists the links that the action row of a placecard may show. They depend on the maps category of the location; without
one, on its internal or alpha primary category. An unknown location, and one whose categories are not in the
catalogue, return 400.`,
  module: 'listing',
  pathParameters: { businessNumber: addressed(categoryIdNotFound, 'The business number of the location') },
  reply: {
    title: 'ActionLinks',
    type: 'array',
    items: {
      title: 'ActionLink',
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: field(text, 'Dotted identifier of a link type', 'quicklinks.restaurant_order_food'),
        name: field(text, 'Display label', 'Order food'),
      },
    },
  },
  errors: { categoryIdNotFound },
  access: ['GetItem'],
} as const satisfies Contract;
