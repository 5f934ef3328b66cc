/** Posts on an account of a test's own: its connector and channels, and the functions' steps between request and connector. */
import { expect, inject } from 'vitest';
import { handler as setConnectors } from '../../../functions/connectors/set-connectors.ts';
import { handler as schedulePost } from '../../../functions/social/schedule-post.ts';
import { handler as setChannel } from '../../../functions/social/set-channel.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { before } from '../../support/meeting.ts';
import { newAccount } from '../conversations/support.ts';

/** A new account with two locations, whose channel ALPHA is connected at both. */
export const newSocialAccount = async (url = 'http://localhost:9001/'): Promise<number> => {
  const n = await newAccount(url);
  const headers = { 'x-business-number': String(n) };
  const body = { connectors: [{ channel: 'ALPHA', url }] };
  expect((await call(setConnectors, { headers, body })).status).toBe(200);
  for (const location of [n + 1, n + 2]) {
    const path = { businessId: String(location), socialSite: 'ALPHA' };
    expect((await call(setChannel, { path, body: { state: 'connected', channelId: 'p' } })).status).toBe(200);
  }
  return n;
};

/** A post at these locations whose time has come. */
export const scheduleNow = async (n: number, subBusinessNumbers: readonly number[]): Promise<string> => {
  const body = { text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers, scheduleTimestamp: clock.now() };
  const { status, body: reply } = await call(schedulePost, { path: { businessId: String(n) }, body });
  expect(status).toBe(200);
  return reply.trackingId;
};

/** The table for one process, in which something comes just before the first call like this. */
export const meeting = (
  { name }: OpenTable,
  isIt: (input: string, operation: string) => boolean,
  act: () => Promise<unknown>,
): PartnerStore => {
  const own = before(act, (operation, input) => isIt(input, operation))(functionClient(inject('endpoint')));
  return { table: tableOf(name, own), partnerId: 'ours' };
};
