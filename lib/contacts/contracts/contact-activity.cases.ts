/** Requests of contact activity against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { activityItem } from '../repository/activity.ts';
import type { contactActivity } from './contact-activity.ts';

const owner = { partnerId: 'orchard', accountNumber: 700100 };
const row = {
  type: 'checkin',
  activityDate: 'Feb 03, 2025 03:05 PM',
  action: 'Checked in',
  activityTimestamp: 1738595100000,
};

export const contactActivityCases: Cases<typeof contactActivity> = {
  parameters: { customerId: 41003, businessId: 700100 },
  // One that does not expire, so that the response is the same on any day.
  items: () => [
    {
      ...activityItem(owner, 41003, { kinds: ['checkin'] }, `${row.activityTimestamp}-0000000000000000`),
      expiresAtSeconds: 9_999_999_999,
    },
  ],
  examples: [
    { summary: 'All activities of a contact', reply: [row] },
    { summary: 'Of a day', parameters: { startDate: '02/03/2025', endDate: '02/03/2025' }, reply: [row] },
  ],
  provocations: {
    customerIdInvalid: { parameters: { customerId: 41999 } },
    businessInvalid: { parameters: { businessId: 799999 } },
    dateInvalid: { parameters: { startDate: '2025-01-01' }, violations: [{ pointer: '', parameter: 'startDate' }] },
    dateUnknown: { parameters: { endDate: '02/30/2025' }, violations: [{ pointer: '', parameter: 'endDate' }] },
  },
  invalid: {
    parameters: { startDate: '02/02/2025', endDate: '02/01/2025' },
    message: 'endDate must not be before startDate',
    violations: [{ pointer: '', parameter: 'endDate' }],
  },
  foreign: {
    customerId: {
      foreign: { parameters: { customerId: 43001 } },
      absent: { parameters: { customerId: 43999 } },
      code: errors.customerIdInvalid.code,
    },
    businessId: foreignAccount('businessId', errors.businessInvalid),
  },
};
