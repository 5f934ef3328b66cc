/** Requests of subscribe against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { eventNames } from '../events.ts';
import type { subscribe } from './subscribe.ts';

const url = 'https://hooks.orchard.example/events';
const first = { webhookUrl: url, eventName: 'AGGREGATION_LINK_ADDED' };
const webhook = { id: 'wh_6f0d2c9be1a87435', url, state: 'enabled', disabledSince: null, disabledReason: null };
const reply = {
  id: 'sub_f078_07_0d2c4be1a874356f',
  message: 'Subscribed',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
};
const varies = ['id', 'secret', 'webhooks'];

export const subscribeCases: Cases<typeof subscribe> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'One webhook for one event',
      body: first,
      reply: { ...reply, webhooks: [{ ...webhook, events: ['AGGREGATION_LINK_ADDED'] }] },
      varies,
    },
    {
      summary: 'Webhooks with different events, of one location',
      parameters: { businessId: 700101 },
      body: {
        webhooks: [
          { url, events: ['CONTACT_CREATED', 'CONTACT_UPDATED'] },
          { url: 'https://hooks.orchard.example:8443/users', events: ['USER_INVITED'] },
        ],
        auth: { username: 'events', password: 'correct horse battery staple' },
      },
      reply: {
        ...reply,
        webhooks: [
          { ...webhook, events: ['CONTACT_CREATED', 'CONTACT_UPDATED'] },
          {
            ...webhook,
            id: 'wh_2c9be1a874356f0d',
            url: 'https://hooks.orchard.example:8443/users',
            events: ['USER_INVITED'],
          },
        ],
      },
      varies,
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  invalid: {
    body: { webhookUrl: url, eventName: 'NO_SUCH_EVENT' },
    message: `eventName must be one of ${eventNames.join(', ')}`,
    violations: [{ pointer: '/eventName' }],
  },
  foreign: { businessId: foreignAccount('businessId', errors.businessInvalid, first) },
};
