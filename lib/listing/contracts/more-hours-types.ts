/** Get types of more hours: of which parts of the business a location may give hours of their own. */
import { HOURS_CHANNELS } from '../../catalog/more-hours-types.ts';
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber } from './catalogue-parts.ts';

export const moreHoursTypes = {
  id: 'moreHoursTypes',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/more-hours-type',
  summary: 'Get types of more hours',
  tag: 'Listings',
  description:
    'The types of `moreHours` (alpha) and `mapsMoreHours` (maps) that a location may have: those of its primary alpha ' +
    'category, or of its maps category as for maps action links. A location without one, or with one that the catalogue ' +
    'does not hold, and an account have all types.',
  pathParameters: { businessNumber },
  query: {
    channel: {
      description: 'The platform, without case; alpha unless it is sent',
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
