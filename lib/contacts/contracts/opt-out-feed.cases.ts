/** Requests of the opt-out feed against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { optOutFeed } from './opt-out-feed.ts';

const NOON = Date.UTC(2024, 0, 2, 12);
const DAY = 24 * 3600 * 1000;

const dev = {
  id: 41004,
  firstName: 'Dev',
  lastName: 'Raman',
  emailId: 'dev.raman@mail.example',
  phone: '(512) 555-0174',
};

export const optOutFeedCases: Cases<typeof optOutFeed> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'Who opted out or was blocked on a day',
      body: { start: NOON - DAY, end: NOON, subscriptionStatus: ['opted-out', 'blocked'] },
      reply: { emailOptOut: [dev], textOptOut: [dev], blocked: [dev] },
    },
    {
      summary: 'Who opted out in the last 24 hours',
      body: {},
      reply: { emailOptOut: [], textOptOut: [], blocked: [] },
      varies: ['emailOptOut', 'textOptOut'],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    endBeforeStart: { body: { start: NOON, end: NOON - 1 }, violations: [{ pointer: '/end' }] },
    windowTooLarge: { body: { start: NOON, end: NOON + 31 * DAY + 1 }, violations: [{ pointer: '/end' }] },
    tooManyOut: { unprovoked: 'test/functions/contacts/opt-out-feed.test.ts' },
  },
  invalid: {
    body: { start: 'yesterday' },
    message: 'start must be a time in epoch milliseconds',
    violations: [{ pointer: '/start' }],
  },
  foreign: { businessId: foreignAccount('businessId', errors.businessInvalid) },
};
