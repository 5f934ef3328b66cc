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
  description: `The contacts of an account, or those that are mapped to one of its locations, who opted out of email or of
text messages, or were blocked, within a time, and are out still: the earliest first.

- Both ends of the window belong to it. Where one is missing it is 24 hours from the other; where both are, the last 24 hours
  are meant. A window has at most 31 days.
- A contact that never opted in was never asked, and is not in the feed until it says so.
- More than 10,000 contacts in a list are a 400, and so are more than 30,000 of the account that a location's are among: ask
  for a smaller window.`,
  pathParameters: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
  },
  request: {
    title: 'OptOutQuery',
    type: 'object',
    properties: {
      start: field(time, 'Epoch milliseconds: the first moment', 1790000000000),
      end: field(time, 'Epoch milliseconds: the last moment', 1790086400000),
      subscriptionStatus: field(
        {
          type: 'array',
          items: { enum: ['opted-out', 'blocked'] },
          'x-read': 'list',
          maxItems: 100,
        },
        'What is asked for; `opted-out` unless it is sent',
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
      emailOptOut: field(contacts, 'Who opted out of email; empty unless opted-out is asked for'),
      textOptOut: field(contacts, 'Who opted out of text messages; empty unless opted-out is asked for'),
      blocked: field(contacts, 'Who was blocked; empty unless blocked is asked for'),
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
