/** Channels of a location: on which sites it is connected. Connectors hold the tokens; this is what they say of it. */
import { SITES, type Site } from '../../connectors/repository/channels.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { consistencyOf } from './few.ts';

export interface Channel {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly businessNumber: number;
  readonly socialSite: Site;
  readonly status: 'connected' | 'disconnected';
  readonly channelId?: string;
  readonly channelName?: string;
  readonly channelUrl?: string;
  /** ISO 8601, in UTC. */
  readonly connectedAt?: string;
  readonly disconnectedAt?: string;
  /** Why it is disconnected. */
  readonly reason?: string;
}

/** As it stands in the table. */
export interface StoredChannel extends Channel {
  readonly item: Item;
}

/** With this begin the sort keys of a location's channels. */
export const CHANNEL = 'CHANNEL#';

export const channelKey = (partnerId: string, businessNumber: number, site: string): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: `${CHANNEL}${site}`,
});

export const channelItem = (channel: Channel): Item =>
  itemOf(
    'channel',
    { ...channel, ...firstMark(), bytes: recordBytes({ ...channel }) },
    channelKey(channel.partnerId, channel.businessNumber, channel.socialSite),
  );

export const channelFrom = (item: Item): StoredChannel => ({ ...(item as unknown as Channel), item });

export const isConnected = (item: Item | undefined): boolean => item?.status === 'connected';

/** What disconnects a channel that is connected. */
export const disconnection = (reason: string | undefined, now: number) => ({
  status: 'disconnected',
  disconnectedAt: new Date(now).toISOString(),
  reason: reason ?? null,
});

/** The channels of a partner's locations. */
export const channels = (({ table, partnerId }) => ({
  find: async (businessNumber: number, site: Site): Promise<StoredChannel | undefined> => {
    const item = await table.get(channelKey(partnerId, businessNumber, site));
    return item && channelFrom(item);
  },

  /** Those of a location, by site. One call. */
  ofLocation: async (businessNumber: number): Promise<ReadonlyMap<Site, StoredChannel>> => {
    const items = await table.batchGet(SITES.map((site) => channelKey(partnerId, businessNumber, site)));
    return new Map(items.map((item) => [item.socialSite as Site, channelFrom(item)]));
  },

  /** Which of these locations are connected to a site; of many, up to a second ago. One call for each 100. */
  connectedOf: async (numbers: readonly number[], site: Site): Promise<ReadonlySet<number>> => {
    const keys = numbers.map((number) => channelKey(partnerId, number, site));
    const items = await table.batchGet(keys, consistencyOf(numbers));
    return new Set(items.filter(isConnected).map(({ businessNumber }) => Number(businessNumber)));
  },
})) satisfies Opened<unknown>;
