/** Contact activity: what happened with a contact. */
import { text } from '../../contract/atoms.ts';
import { day } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressedLate } from '../../contract/parameters.ts';
import { ACTIVITY_KINDS } from '../repository/activity.ts';

export const MOST_ACTIVITIES = 1000;

export const contactActivity = {
  id: 'contactActivity',
  module: 'contacts',
  method: 'GET',
  path: '/v1/customer/history/{customerId}',
  summary: 'Contact activity',
  tag: 'Contacts',
  description: `Lists the activities of a contact, the latest first: at most the newest 1,000, of the last 400 days. Imports by the
operator are not activities.`,
  // The function checks the days first.
  pathParameters: { customerId: addressedLate(errors.customerIdInvalid, 'Id of the contact; no `cid`') },
  query: {
    businessId: addressedLate(errors.businessInvalid, 'The number of the account, or of one of its locations'),
    startDate: {
      description: 'First day, MM/DD/YYYY, in UTC; the day of creation by default',
      schema: day,
    },
    endDate: { description: 'Last day, MM/DD/YYYY; today by default', schema: day },
  },
  reply: {
    title: 'ContactActivities',
    type: 'array',
    items: {
      title: 'PastActivity',
      type: 'object',
      required: ['type', 'activityDate', 'action', 'activityTimestamp'],
      properties: {
        type: field({ enum: ACTIVITY_KINDS }, 'Type of the activity', 'checkin'),
        activityDate: field(text, '`MMM DD, YYYY hh:mm AM`, in UTC', 'Feb 03, 2025 03:05 PM'),
        action: field(text, 'The same, for people', 'Checked in'),
        activityTimestamp: field({ type: 'integer', format: 'int64' }, 'Epoch milliseconds', 1738595100000),
      },
    },
  },
  errors: {
    customerIdInvalid: errors.customerIdInvalid,
    businessInvalid: errors.businessInvalid,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
  },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
