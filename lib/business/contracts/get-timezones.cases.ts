/** Requests of get time zones against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { getTimezones } from './get-timezones.ts';

export const getTimezonesCases: Cases<typeof getTimezones> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'The list, of which this is the beginning',
      varies: ['timezones'],
      reply: { timezones: [{ value: 'Pacific/Midway', label: '(GMT-11:00) Pacific/Midway' }] },
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  foreign: {
    businessId: {
      foreign: { parameters: { businessId: 800101 } },
      absent: { parameters: { businessId: 899901 } },
      code: errors.businessInvalid.code,
    },
  },
};
