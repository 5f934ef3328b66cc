/** What the demo data has of subscriptions, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';

/** Of account 700100, of its location 700101, and two of account 700200. */
export const DEMO = {
  account: 'sub_f078_00_4be1a874356f0d2c',
  location: 'sub_f078_01_9d03c5e27fa1b640',
  other: 'sub_f0a0_00_3c95d62fa1b840e7',
  another: 'sub_f0a0_01_62fa1b840e73c95d',
} as const;

const NOBODYS = 'sub_jad8_00_0f1e2d3c4b5a6978';

const enabled = { events: ['USER_INVITED'], state: 'enabled', disabledSince: null, disabledReason: null } as const;

/** At an address for documentation, which leads nowhere. */
export const demoWebhook = { id: 'wh_6f0d2c9be1a87435', url: 'https://192.0.2.10/events', ...enabled } as const;

/** Those of the location's subscription. */
export const locationsWebhook = {
  ...enabled,
  id: 'wh_1b840e73c95d62fa',
  url: 'https://hooks.orchard.example/events',
} as const;
export const disabledWebhook = {
  id: 'wh_a1874356f0d2c9be',
  url: 'https://hooks.orchard.example/links',
  events: ['USER_INVITED'],
  state: 'disabled',
  disabledSince: '2026-03-06T05:06:07.890Z',
  disabledReason: 'the endpoint answered 410',
} as const;

/** A subscription that no one has. */
export const nobodys = { parameters: { subscriptionId: NOBODYS } } as const;

/** The other partner's subscription, and one that no one has. */
export const foreignSubscription = {
  foreign: { parameters: { subscriptionId: 'sub_h5d0_00_c2e9607b1d84f35a' } },
  absent: nobodys,
  code: errors.subscriptionNotFound.code,
} as const;

/** A request that is wrong in no way but its dry run. */
export const wrongDryRun = {
  parameters: { validateOnly: 'maybe' },
  message: 'validateOnly must be true or false',
  violations: [{ pointer: '', parameter: 'validateOnly' }],
} as const;
