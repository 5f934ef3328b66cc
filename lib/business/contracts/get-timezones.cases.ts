/** Requests of get time zones against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { getTimezones } from './get-timezones.ts';

export const getTimezonesCases: Cases<typeof getTimezones> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'The list (first entries)',
      varies: ['timezones'],
      reply: { timezones: [{ value: 'Pacific/Midway', label: '(GMT-11:00) Pacific/Midway' }] },
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessInvalid),
  },
};
