/** Opt-out feed: who has opted out or was blocked within a time. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const NO_TIME = 'must be a time in epoch milliseconds';
const time = {
  type: 'integer',
  minimum: 0,
  maximum: 9_999_999_999_999,
  'x-errors': { type: NO_TIME, minimum: NO_TIME, maximum: NO_TIME },
} as const;

/** Of each list. */
export const MOST_OUT = 10_000;
export const tooManyOut = {
  ...errors.invalidRequest,
  message: 'More than 10000 contacts are within this time; ask for a smaller window with start and end',
};

const contact = {
  title: 'OptedOutContact',
  type: 'object',
  required: ['id', 'firstName', 'lastName', 'emailId', 'phone'],
  properties: {
    id: field({ type: 'integer', format: 'int64' }, 'Id of the contact', 41004),
    firstName: field(text, 'First name', 'Dev'),
    lastName: field(text, 'Last name', 'Raman'),
    emailId: field(text, 'Email address', 'dev.raman@mail.example'),
    phone: field(text, 'Phone number', '(512) 555-0174'),
  },
} as const;
const contacts = { type: 'array', items: contact } as const;

export const optOutFeed = {
  id: 'optOutFeed',
  module: 'contacts',
  method: 'POST',
  path: '/v1/contact/{businessId}/update-feed',
  summary: 'Opt-out feed',
  tag: 'Contacts',
  description: `Lists the contacts of an account, or those mapped to one of its locations, that opted out of email or text messages,
or were blocked, in a time window and are still opted out or blocked. The earliest are first.

- Both ends of the window are included. If you omit one, the window is the 24 hours next to the other; if you omit
  both, it is the last 24 hours. A window has at most 31 days.
- Contacts who never opted in are not included until they opt out explicitly.
- More than 10,000 contacts in a list return 400; for a location, so do more than 30,000 contacts of its account in
  the window. Use a smaller window.`,
  pathParameters: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
  },
  request: {
    title: 'OptOutQuery',
    type: 'object',
    properties: {
      start: field(time, 'Start of the window, epoch milliseconds', 1790000000000),
      end: field(time, 'End of the window, epoch milliseconds', 1790086400000),
      subscriptionStatus: field(
        {
          type: 'array',
          items: { enum: ['opted-out', 'blocked'] },
          'x-read': 'list',
          maxItems: 100,
        },
        'Lists to return; `opted-out` by default',
        ['opted-out', 'blocked'],
      ),
    },
  },
  bodyOptional: true,
  reply: {
    title: 'OptOuts',
    type: 'object',
    required: ['emailOptOut', 'textOptOut', 'blocked'],
    properties: {
      emailOptOut: field(contacts, 'Contacts who opted out of email; empty unless opted-out is requested'),
      textOptOut: field(contacts, 'Contacts who opted out of text messages; empty unless opted-out is requested'),
      blocked: field(contacts, 'Blocked contacts; empty unless blocked is requested'),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    endBeforeStart: errors.endBeforeStart,
    windowTooLarge: errors.windowTooLarge,
    tooManyOut,
  },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
