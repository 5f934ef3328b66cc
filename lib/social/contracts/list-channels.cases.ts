/** Requests of list channels against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { listChannels } from './list-channels.ts';

const none = {
  state: 'none',
  channelId: null,
  channelName: null,
  channelUrl: null,
  connectedAt: null,
  disconnectedAt: null,
  reason: null,
  hasConnector: true,
};
const connected = { ...none, state: 'connected', connectedAt: '2026-01-05T08:00:00.000Z' };

export const listChannelsCases: Cases<typeof listChannels> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'The channels of a location',
      reply: {
        channels: [
          { ...connected, socialSite: 'ALPHA', channelId: 'page-7001', channelName: 'Copper Kettle Grill' },
          { ...connected, socialSite: 'BETA', channelId: 'beta-7001', channelName: 'Copper Kettle Grill' },
          { ...none, socialSite: 'PHOTOSHARE' },
          { ...none, socialSite: 'PROFESSIONAL' },
          {
            ...connected,
            socialSite: 'MICROBLOG',
            state: 'disconnected',
            channelId: 'micro-7001',
            disconnectedAt: '2026-05-04T09:30:00.000Z',
            reason: 'The token has expired',
          },
        ],
      },
      ofDemo: true,
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid) },
};
