/** What a post takes of the table, from the request to its end: the table of docs/social.md (what posts cost). */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { handler as setConnectors } from '../../../functions/connectors/set-connectors.ts';
import { handler as schedulePost } from '../../../functions/social/schedule-post.ts';
import { handler as setChannel } from '../../../functions/social/set-channel.ts';
import { jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage } from '../../../lib/connectors/repository/messages.ts';
import { runJob } from '../../../lib/connectors/run-job.ts';
import type { RunWays } from '../../../lib/connectors/ways.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { serviceTable } from '../../../lib/dynamodb/client/environment.ts';
import { jobKinds as kinds } from '../../../lib/job-kinds.ts';
import { startOf } from '../../../lib/social/repository/post-due.ts';
import { startPost } from '../../../lib/social/start-post.ts';
import { call } from '../../support/call.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { metered } from '../../support/units.ts';
import { KEYS } from '../../support/world.ts';

const ACCOUNT = 100;
const key = KEYS.ours;
const at = { businessId: String(ACCOUNT) };

beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  await openWorld();
  const connectors = [{ channel: 'ALPHA', url: 'http://localhost:9001/' }];
  const headers = { 'x-business-number': String(ACCOUNT) };
  expect((await call(setConnectors, { key, headers, body: { connectors } })).status).toBe(200);
  for (const number of [101, 102]) {
    const path = { businessId: String(number), socialSite: 'ALPHA' };
    expect((await call(setChannel, { key, path, body: { state: 'connected', channelId: 'p' } })).status).toBe(200);
  }
});

const ways = (): RunWays => ({
  ...{ table: serviceTable(), kinds, receipts: 1, mostOfPartner: 5, signedUrl: (name: string) => name },
  queue: { send: async () => {}, within: () => ways().queue } as unknown as RunWays['queue'],
  post: async () => ({ status: 200, milliseconds: 1, body: '{"status":"done","id":"a-1"}' }),
});

/** Write units of the steps of a post: when it is scheduled, started, and done at all of its locations. */
const unitsOf = async (subBusinessNumbers: readonly number[]) => {
  const body = { text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers, scheduleTimestamp: clock.now() };
  const { result, writes: scheduled } = await metered(() => call(schedulePost, { key, path: at, body }));
  const { trackingId } = result.body;
  const time = (await scan()).find((item) => item.type === 'post' && item.trackingId === trackingId)?.time;
  const name = { partnerId: 'ours', accountNumber: ACCOUNT, trackingId };
  const store = () => ({ table: serviceTable(), partnerId: 'ours' });
  const { writes: started } = await metered(() => startPost(store(), startOf(name, Number(time))));
  let done = 0;
  for (const item of await scan()) {
    if (item.type !== 'job' || item.status !== 'pending' || !JSON.stringify(item).includes(trackingId)) continue;
    done += (await metered(() => runJob(jobMessage(jobFrom(item)), ways()))).writes;
  }
  return { scheduled, started, done };
};

const sumOf = ({ scheduled, started, done }: Awaited<ReturnType<typeof unitsOf>>): number => scheduled + started + done;

it('is no more than the page says, of one location and of a second one', async () => {
  const page = await readFile('docs/social.md', 'utf8');
  const said = (pattern: RegExp) => Number(pattern.exec(page)?.[1]);
  const [ofOne, ofMore] = [said(/These are (\d+) write units/), said(/Each further location of a post adds (\d+)/)];
  const [one, two] = [sumOf(await unitsOf([101])), sumOf(await unitsOf([101, 102]))];
  // The embedded engine counts no indexes.
  expect([one <= ofOne || one, one > 0.6 * ofOne || one]).toEqual([true, true]);
  expect([two - one <= ofMore || two - one, two - one > 0.6 * ofMore || two - one]).toEqual([true, true]);
});
