/** Channels of a location: as they are shown, and as they are set. */

import { businessKey } from '../business/repository/business.ts';
import { SITES, type Site } from '../connectors/repository/channels.ts';
import { connectorsKey } from '../connectors/repository/connectors.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { Conflict } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { updateAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove, versionOf } from '../dynamodb/writes/marks.ts';
import { until } from '../dynamodb/writes/until.ts';
import { creation, takeKey, withDependents, write } from '../dynamodb/writes/write.ts';
import { subscriptionFrom } from '../subscriptions/repository/subscription.ts';
import { type Scope, scopeOf } from './find-locations.ts';
import { type Channel, channelItem, channels, disconnection, type StoredChannel } from './repository/channel.ts';

/** What is asked for of a channel. */
export interface WantedChannel {
  readonly site: Site;
  readonly state: 'connected' | 'disconnected';
  readonly channelId?: string;
  /** `null`: removed; left out: as it is. */
  readonly channelName?: string | null;
  readonly channelUrl?: string | null;
  readonly reason?: string;
  readonly validateOnly: boolean;
}

const channelReply = (socialSite: Site, channel: Channel | undefined, hasConnector: boolean) => ({
  socialSite,
  state: channel?.status ?? 'none',
  channelId: channel?.channelId ?? null,
  channelName: channel?.channelName ?? null,
  channelUrl: channel?.channelUrl ?? null,
  connectedAt: channel?.connectedAt ?? null,
  disconnectedAt: channel?.disconnectedAt ?? null,
  reason: channel?.reason ?? null,
  hasConnector,
});

type Reply = ReturnType<typeof channelReply>;

/** For which channels an account has connectors. */
const connected = async ({ table, partnerId }: PartnerStore, accountNumber: number): Promise<ReadonlySet<unknown>> => {
  const item = await table.get(connectorsKey(partnerId, accountNumber));
  return new Set(item ? subscriptionFrom(item).webhooks.map(({ channel }) => channel) : []);
};

/** A location that a path names; an account is none. */
const locationOf = async (
  store: PartnerStore,
  businessId: number,
): Promise<(Scope & { location: number }) | undefined> => {
  const scope = await scopeOf(store, businessId);
  return scope?.location === undefined ? undefined : { ...scope, location: scope.location };
};

/** The five channels of a location; `undefined` where there is no such location. */
export const channelsOf = async (
  store: PartnerStore,
  businessId: number,
): Promise<{ readonly channels: readonly Reply[] } | undefined> => {
  const scope = await locationOf(store, businessId);
  if (!scope) return undefined;
  const [found, sites] = await Promise.all([
    channels(store).ofLocation(scope.location),
    connected(store, scope.accountNumber),
  ]);
  return { channels: SITES.map((site) => channelReply(site, found.get(site), sites.has(site))) };
};

/** The channel as it is to be; the same where nothing changes. */
const nextOf = (
  found: StoredChannel | undefined,
  { partnerId }: PartnerStore,
  { accountNumber, location: businessNumber }: Scope & { location: number },
  { site: socialSite, state, reason, channelId, ...wanted }: WantedChannel,
): Channel | undefined => {
  if (state === 'disconnected') {
    if (found?.status !== 'connected') return found;
    const { status: _, ...kept } = found;
    const now = new Date(clock.now()).toISOString();
    return { ...kept, status: 'disconnected', disconnectedAt: now, ...(reason !== undefined && { reason }) };
  }
  const { channelName, channelUrl } = { channelName: found?.channelName, channelUrl: found?.channelUrl, ...wanted };
  const isSame =
    found?.status === 'connected' &&
    found.channelId === channelId &&
    (found.channelName ?? null) === (channelName ?? null) &&
    (found.channelUrl ?? null) === (channelUrl ?? null);
  if (isSame) return found;
  const connectedAt = found?.status === 'connected' ? found.connectedAt : undefined;
  return {
    ...{ partnerId, accountNumber, businessNumber, socialSite, status: 'connected' },
    ...(channelId !== undefined && { channelId }),
    ...(channelName && { channelName }),
    ...(channelUrl && { channelUrl }),
    connectedAt: connectedAt ?? new Date(clock.now()).toISOString(),
  };
};

/** The attributes that a connection or a disconnection changes. */
const changesTo = (next: Channel) => {
  if (next.status === 'disconnected') return disconnection(next.reason, Date.parse(next.disconnectedAt!));
  const { channelId, channelName = null, channelUrl = null, connectedAt } = next;
  return { status: 'connected', channelId, channelName, channelUrl, connectedAt, disconnectedAt: null, reason: null };
};

const save = (store: PartnerStore, found: StoredChannel | undefined, next: Channel) => {
  const here = {
    ConditionCheck: {
      Key: businessKey(store.partnerId, next.businessNumber),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  const mark = markAbove(found?.item);
  if (found) {
    const actions = [updateAction(found.item, changesTo(next), { mark }), here];
    return write(store, { strategy: withDependents, actions, basedOn: [versionOf(found.item)], mark });
  }
  const Item = { ...channelItem(next), p0: mark };
  const actions = [{ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }, here];
  return write(store, { strategy: creation(), actions, basedOn: [0], mark });
};

const ATTEMPTS = { attempts: 8, atOnce: 1, exhausted: () => new Conflict('others change the channel all the time') };

/** Sets a channel of a location. */
export const setChannelOf = async (
  store: PartnerStore,
  businessId: number,
  wanted: WantedChannel,
): Promise<{ readonly reply: Reply } | { readonly refused: ErrorEntry }> => {
  const scope = await locationOf(store, businessId);
  if (!scope) return { refused: errors.businessInvalid };
  const { site, validateOnly } = wanted;
  const hasConnector = (await connected(store, scope.accountNumber)).has(site);
  const { find } = channels(store);
  return until(ATTEMPTS, async () => {
    const found = await find(scope.location, site);
    const next = nextOf(found, store, scope, wanted);
    const reply = { reply: channelReply(site, next, hasConnector) };
    if (store.idempotency?.executed) return { reply: channelReply(site, found, hasConnector) };
    if (validateOnly) return reply;
    const written = next === found || !next ? await takeKey(store, []) : await save(store, found, next);
    if ('executed' in written) return { reply: channelReply(site, await find(scope.location, site), hasConnector) };
    if ('done' in written) return reply;
    return (await store.table.get(businessKey(store.partnerId, scope.location)))
      ? 'changed'
      : { refused: errors.businessInvalid };
  });
};
