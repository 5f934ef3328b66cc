/** What comes between a read and the write that depends on it, where a post starts and where a result is written. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as editScheduled } from '../../../functions/social/edit-scheduled-post.ts';
import { businessKey } from '../../../lib/business/repository/business.ts';
import { completeResult } from '../../../lib/connectors/complete.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { jobKinds } from '../../../lib/job-kinds.ts';
import { startOf } from '../../../lib/social/repository/post-due.ts';
import { startPost } from '../../../lib/social/start-post.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { openWorld } from '../../support/opened-world.ts';
import { itemsOf } from '../conversations/support.ts';
import { meeting, newSocialAccount, scheduleNow } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await openWorld();
});

const startMessage = async (n: number, trackingId: string) => {
  const [post] = await itemsOf('post', n);
  return startOf({ partnerId: 'ours', accountNumber: n, trackingId }, Number(post!.time));
};
const placesOf = async (n: number) => (await itemsOf('postLocation', n)).map((item) => item.businessNumber).toSorted();
/** The transaction that puts what a post is at its locations. */
const isStart = (input: string, operation: string): boolean =>
  operation === 'TransactWriteItems' && /POST_PROCESSING|attribute_not_exists\(pk\)/.test(input);

describe('The start of a post', () => {
  it('leaves out a location that is deleted once it was read', async () => {
    const n = await newSocialAccount();
    const trackingId = await scheduleNow(n, [n + 1, n + 2]);
    const removeLocation = () => table.remove({ Key: businessKey('ours', n + 1) });
    await startPost(meeting(table, isStart, removeLocation), await startMessage(n, trackingId));
    expect(await placesOf(n)).toEqual([n + 2]);
    expect((await itemsOf('job', n)).map((job) => job.locationNumber)).toEqual([n + 2]);
  });

  it('has a location that is there again once it was read as gone', async () => {
    const n = await newSocialAccount();
    const trackingId = await scheduleNow(n, [n + 1, n + 2]);
    const Item = (await table.get(businessKey('ours', n + 1)))!;
    await table.remove({ Key: businessKey('ours', n + 1) });
    await startPost(
      meeting(table, isStart, () => table.put({ Item })),
      await startMessage(n, trackingId),
    );
    expect(await placesOf(n)).toEqual([n + 1, n + 2]);
  });

  it('has the text of an edit that came before it', async () => {
    const n = await newSocialAccount();
    const trackingId = await scheduleNow(n, [n + 1]);
    const edit = { trackingId, text: 'Cake', socialSite: 'ALPHA', subBusinessNumbers: [n + 1, n + 2] };
    const editPost = () => call(editScheduled, { path: { businessId: String(n) }, body: edit });
    const isUpdate = (input: string, operation: string) => operation === 'UpdateItem' && input.includes('#POST#');
    await startPost(meeting(table, isUpdate, editPost), await startMessage(n, trackingId));
    expect(await itemsOf('post', n)).toEqual([expect.objectContaining({ text: 'Cake', status: 'started' })]);
    expect(await placesOf(n)).toEqual([n + 1, n + 2]);
  });
});

describe('A result', () => {
  it('is at the location that is there again once it was read as gone', async () => {
    const n = await newSocialAccount();
    const trackingId = await scheduleNow(n, [n + 1]);
    await startPost({ table, partnerId: 'ours' }, await startMessage(n, trackingId));
    const [[place], [job]] = [await itemsOf('postLocation', n), await itemsOf('job', n)];
    await table.remove({ Key: keyOf(place!) });
    const isResult = (_: string, operation: string) => operation === 'TransactWriteItems';
    const store = meeting(table, isResult, () => table.put({ Item: place! }));
    const given = { status: 'done', resultId: 'a-1' } as const;
    expect(await completeResult(store, String(job!.id), jobKinds, { given })).toBe('applied');
    expect(await itemsOf('postLocation', n)).toEqual([expect.objectContaining({ status: 'POST_SUCCEEDED' })]);
  });
});
