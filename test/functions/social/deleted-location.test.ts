/** What is left of a post and its jobs at a location that is deleted, and once that is loaded again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as listPosts } from '../../../functions/social/list-posts.ts';
import { handler as trackPost } from '../../../functions/social/track-post.ts';
import { completeResult } from '../../../lib/connectors/complete.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { jobKinds } from '../../../lib/job-kinds.ts';
import { startOf } from '../../../lib/social/repository/post-due.ts';
import { startPost } from '../../../lib/social/start-post.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { remove, sweep } from '../business/delete-business/support.ts';
import { itemsOf } from '../conversations/support.ts';
import { newSocialAccount, scheduleNow } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await openWorld();
});

const start = async (n: number, trackingId: string): Promise<void> => {
  const [post] = await itemsOf('post', n);
  const name = { partnerId: 'ours', accountNumber: n, trackingId };
  await startPost({ table, partnerId: 'ours' }, startOf(name, Number(post!.time)));
};

const postOf = async (n: number, trackingId: string) => {
  const path = { businessId: String(n) };
  const day = new Date(clock.now()).toISOString().replace(/^(....)-(..)-(..).*/, '$2/$3/$1');
  const { body: tracked } = await call(trackPost, { path: { ...path, trackingId } });
  const { body: listed } = await call(listPosts, { path, body: { startDate: day, endDate: day } });
  return {
    state: tracked.state,
    listed: listed.posts.map(({ locations }: { locations: number }) => locations),
    numbers: tracked.subBusinessNumbers,
    statuses: tracked.socialPostDetails.map(
      (each: { locationNumber: number; status: { status: string } }) =>
        `${each.locationNumber - n} ${each.status.status}`,
    ),
  };
};

describe('A location that is deleted', () => {
  it.each([
    ['scheduled', 'POST_SCHEDULED'],
    ['started', 'POST_PROCESSING'],
  ] as const)('leaves a %s post, and is cancelled there once it is loaded again', async (state, status) => {
    const n = await newSocialAccount();
    const trackingId = await scheduleNow(n, [n + 1, n + 2]);
    if (state === 'started') await start(n, trackingId);
    expect((await remove(n + 1)).status).toBe(200);
    await sweep([n + 1]);
    const left = { state, listed: [1], numbers: [n + 2], statuses: [`2 ${status}`] };
    expect(await postOf(n, trackingId)).toEqual(left);
    await bring([{ type: 'business', businessNumber: n + 1, accountNumber: n, business: { name: 'Place 1' } }]);
    expect(await postOf(n, trackingId)).toEqual({ ...left, statuses: [`2 ${status}`, '1 POST_CANCELLED'] });
  });

  it('leaves a started post started, also where it was the only one', async () => {
    const n = await newSocialAccount();
    const trackingId = await scheduleNow(n, [n + 1]);
    await start(n, trackingId);
    expect((await remove(n + 1)).status).toBe(200);
    await sweep([n + 1]);
    expect(await postOf(n, trackingId)).toEqual({ state: 'started', listed: [0], numbers: [], statuses: [] });
  });
});

describe('A location that is deleted and loaded again', () => {
  it.each([
    ['in its account', true],
    ['in another account', true],
    ['in another account, with its details still there,', false],
  ])('%s keeps its channel, whatever a job from before says', async (where, isSwept) => {
    const n = await newSocialAccount();
    const account = where === 'in its account' ? n : await newSocialAccount();
    const trackingId = await scheduleNow(n, [n + 1]);
    await start(n, trackingId);
    const [[job], [place]] = [await itemsOf('job', n), await itemsOf('postLocation', n)];
    expect((await remove(n + 1)).status).toBe(200);
    await sweep([n + 1]);
    if (!isSwept) await table.put({ Item: place! });
    await bring([
      { type: 'business', businessNumber: n + 1, accountNumber: account, business: { name: 'Place 1' } },
      { type: 'channel', businessNumber: n + 1, socialSite: 'ALPHA', state: 'connected', channelId: 'q' },
    ]);
    const given = { status: 'failed', isDisconnected: true } as const;
    expect(await completeResult({ table, partnerId: 'ours' }, String(job!.id), jobKinds, { given })).toBe('applied');
    expect((await itemsOf('channel', account)).find(({ businessNumber }) => businessNumber === n + 1)).toMatchObject({
      status: 'connected',
      channelId: 'q',
    });
  });
});
