/** What channels declare (lib/entities.ts). */
import { CHANNELS } from '../../connectors/repository/channels.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { ofPartner } from '../../dynamodb/table/keys.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import { channelEvents } from '../events.ts';
import { CHANNEL } from './channel.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const channelEntity: Entity = {
  type: 'channel',
  keys: { pk: 'P#<partner>#BUSINESS#<number>', sk: 'CHANNEL#<site>' },
  answers: 'Is this location connected to this site, and as what?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'businessNumber', 'socialSite', 'status'],
    properties: {
      partnerId: text,
      accountNumber: number,
      businessNumber: number,
      socialSite: { enum: CHANNELS },
      status: { enum: ['connected', 'disconnected'] },
      channelId: text,
      channelName: text,
      channelUrl: text,
      connectedAt: text,
      disconnectedAt: text,
      reason: text,
    },
  },
  exported: 'line',
  personal: false,
  events: { sends: ['SOCIAL_CHANNEL_DISCONNECTED'], of: channelEvents },
  counts: false,
  audit: { shows: 'names', id: ({ socialSite }) => socialSite },
  removal: {
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      for await (const keys of lyingAt(table, ofPartner(partnerId, 'BUSINESS', businessNumber), CHANNEL))
        yield keys.map(deletionOf);
    },
    withAccount: 'goes with its location',
  },
};
