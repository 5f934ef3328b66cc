/** What the contracts of subscriptions share. */
import { list, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Parameter } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { eventNames } from '../events.ts';
import { NO_WEBHOOK } from '../rules/webhooks.ts';

/** Fits any key of the table, with the partner's name next to it. */
const MOST_ID = 100;
const MOST_URL = 2048;
export const MOST_WEBHOOKS = 20;

/** The subscription that an operation is about: what is no id of one answers as one that is not there. */
export const subscriptionId = {
  required: true,
  description: 'Id of the subscription: `sub_...`',
  schema: { type: 'string', maxLength: MOST_ID },
  addresses: errors.subscriptionNotFound,
} as const satisfies Parameter;

/** The account, or a location, that an operation is about. */
export const businessId = addressed(
  errors.businessInvalid,
  'Number of the account, or of a location for its own subscriptions only',
);

export const event = { enum: eventNames } as const;

export const webhookUrl = { type: 'string', maxLength: MOST_URL } as const;

export const eventList = {
  ...list,
  items: event,
  maxItems: 100,
} as const;

/** A list of webhooks, each item with these fields next to URL and events; the document knows it by the title. */
export const webhookList = <F extends object>(title: string, fields: F) =>
  ({
    type: 'array',
    'x-read': 'array',
    minItems: 1,
    maxItems: MOST_WEBHOOKS,
    'x-errors': { minItems: NO_WEBHOOK },
    items: {
      title,
      type: 'object',
      required: ['url', 'events'],
      properties: {
        ...fields,
        url: field(
          webhookUrl,
          'URL: https, a public host, port 443 or from 1024 up, no credentials, at most 2048 characters. Redirects ' +
            'are not followed',
          'https://hooks.orchard.example/events',
        ),
        events: field(eventList, 'Names of events (see list events)', ['BUSINESS_UPDATED']),
      },
    },
  }) as const;

const NO_CONTROLS = '[^\\u0000-\\u001f\\u007f]';

/** Kept as it is sent: blanks belong to a password. */
export const authorization = <T extends string>(title: T) =>
  ({
    title,
    type: 'object',
    'x-read': 'opaque',
    required: ['username', 'password'],
    properties: {
      username: field(
        {
          type: 'string',
          maxLength: 256,
          pattern: '^[^:\\u0000-\\u001f\\u007f]+$',
          'x-errors': { pattern: 'must be one line of text without a colon' },
          // The pattern has it; the document does not show one of control characters.
          'x-limits': { minLength: 1 },
        },
        'User name',
        'events',
      ),
      password: field(
        {
          type: 'string',
          maxLength: 1024,
          pattern: `^${NO_CONTROLS}*$`,
          'x-errors': { pattern: 'must be one line of text without control characters' },
        },
        'Password; never returned',
        'correct horse battery staple',
      ),
    },
  }) as const;

const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

export const webhook = {
  title: 'Webhook',
  type: 'object',
  required: ['id', 'url', 'events', 'state', 'disabledSince', 'disabledReason'],
  properties: {
    id: field(text, 'Id of the webhook; 0 in a dry run', 'wh_6f0d2c9be1a87435'),
    url: field(text, 'URL', 'https://hooks.orchard.example/events'),
    events: field({ type: 'array', items: text }, 'Names of its events', ['BUSINESS_UPDATED']),
    state: field(
      { enum: ['enabled', 'disabled'] },
      'Whether the webhook is enabled; set webhooks enables it again',
      'enabled',
    ),
    disabledSince: field({ ...nullable('string'), format: 'date-time' }, 'Disabled since, ISO 8601 in UTC', null),
    disabledReason: field(nullable('string'), 'Why it was disabled', null),
  },
} as const;

export const message = field(text, 'Result', 'Subscribed');
export const secret = field(
  text,
  'Signing secret: `whsec_` and 32 bytes in base64. No other response contains it; empty in a dry run',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
);
