/** Requests of list hour types against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { moreHoursTypes } from './more-hours-types.ts';

export const moreHoursTypesCases: Cases<typeof moreHoursTypes> = {
  parameters: { businessNumber: 700101 },
  examples: [
    {
      summary: 'Of a restaurant on alpha',
      reply: [
        ...['Access', 'Breakfast', 'Brunch', 'Delivery', 'Dinner', 'Drive through', 'Happy hours', 'Kitchen', 'Lunch'],
        ...['Online service hours', 'Pickup', 'Takeout', 'Senior hours'],
      ],
    },
    {
      summary: 'Of a dentist on maps',
      parameters: { businessNumber: 700201, channel: 'maps' },
      reply: ['Access', 'Emergency', 'Online service hours'],
    },
  ],
  provocations: { businessInvalid: { parameters: { businessNumber: 799999 } } },
  invalid: {
    parameters: { channel: 'gamma' },
    message: 'channel must be one of alpha, maps',
    violations: [{ pointer: '', parameter: 'channel' }],
  },
  foreign: {
    businessNumber: foreignLocation('businessNumber', errors.businessInvalid),
  },
};
