/** Requests of set channel against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { setChannel } from './set-channel.ts';

const body = { state: 'connected', channelId: 'photo-7001', channelName: 'Copper Kettle Grill' };

export const setChannelCases: Cases<typeof setChannel> = {
  parameters: { businessId: 700101, socialSite: 'PHOTOSHARE' },
  examples: [
    {
      summary: 'Connected',
      body,
      reply: {
        socialSite: 'PHOTOSHARE',
        state: 'connected',
        channelId: 'photo-7001',
        channelName: 'Copper Kettle Grill',
        channelUrl: null,
        connectedAt: '2026-03-04T05:06:07.890Z',
        disconnectedAt: null,
        reason: null,
        hasConnector: true,
      },
      varies: ['connectedAt'],
      ofDemo: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 }, body },
    conflict: { unprovoked: 'test/functions/social/posts.test.ts' },
  },
  invalid: {
    body: { state: 'connected' },
    message: 'channelId is required where the channel is connected',
    violations: [{ pointer: '/channelId' }],
  },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid, body) },
};
