/** List hour types: the services for which a location can set separate hours. */
import { HOURS_CHANNELS } from '../../catalog/more-hours-types.ts';
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber } from './catalogue-schemas.ts';

export const moreHoursTypes = {
  id: 'moreHoursTypes',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/more-hours-type',
  summary: 'List hour types',
  tag: 'Listings',
  description: `Lists the hour types that a location can use in \`moreHours\` (alpha) and \`mapsMoreHours\` (maps): those of its primary
alpha category, or of its maps category as for maps action links. Without a category in the catalogue, and for an
account, the response has all types.`,
  pathParameters: { businessNumber },
  query: {
    channel: {
      description: 'Platform, case-insensitive; alpha by default',
      schema: { enum: HOURS_CHANNELS },
      folds: 'lower',
    },
  },
  reply: {
    title: 'HoursTypes',
    type: 'array',
    items: field(text, 'A type', 'Happy hours'),
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
