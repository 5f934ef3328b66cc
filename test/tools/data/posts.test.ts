/** Lines of posts: what became of one at its locations, also of those that were deleted since. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import * as errors from '../../../lib/contract/error-rows.ts';
import { postFrom, postKey } from '../../../lib/social/repository/post.ts';
import { localMeteringKeys } from '../../../tools/admin/local-target.ts';
import { loadFile } from '../../../tools/data/load.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { counted, linesOf, loadText } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
});

const trackingId = 'trk_5b1c7de2f0a94438c6d1e207';
const post = (locations: readonly number[]) => ({
  type: 'post',
  accountNumber: 100,
  trackingId,
  text: 'Pie',
  socialSite: 'ALPHA',
  state: 'started',
  createdAt: '2026-01-02T03:04:05.006Z',
  scheduleTimestamp: Date.UTC(2026, 0, 3),
  subBusinessNumbers: locations,
  socialPostDetails: locations.map((locationNumber) => ({ locationNumber, status: { status: 'POST_SUCCEEDED' } })),
});
const reasons = async (...lines: readonly object[]) => (await load(table, lines)).map(({ reason }) => reason);

it('refuses a location of another account, and keeps one that was deleted since', async () => {
  for (const number of [201, 151])
    expect(await reasons(post([101, number]))).toEqual([`business ${number} does not belong to account 100`]);
  expect(await reasons(post([101, 999]))).toEqual([]);
  const item = await table.get(postKey({ partnerId: 'ours', accountNumber: 100, trackingId }));
  expect(postFrom(item!).businessNumbers).toEqual([101, 999]);
});

it('refuses values that track post could not answer', async () => {
  const own = { ...post([101]), trackingId: 'trk_5b1c7de2f0a94438c6d1e209' };
  const [detail] = own.socialPostDetails;
  const lastChange = { change: 'EDIT', status: 'DONE', at: 'soon' };
  expect(await reasons({ ...own, media: [{ type: 'PDF', mediaUrl: 'https://a.example/b' }] })).toEqual([
    'media[0].type must be one of IMAGE, VIDEO, REEL',
  ]);
  expect(await reasons({ ...own, additionalMetaData: { callToActionType: 'WAIT' } })).toEqual([
    'additionalMetaData.callToActionType must be one of LEARN_MORE, BOOK, ORDER, SHOP, SIGN_UP, CALL',
  ]);
  expect(await reasons({ ...own, socialPostDetails: [{ ...detail, lastChange }] })).toEqual([
    'socialPostDetails[0].lastChange.at must be an ISO 8601 date or time',
  ]);
  const good = { ...own, media: [{ type: 'image', mediaUrl: 'https://a.example/b' }] };
  const at = '2026-01-04T05:06:07Z';
  expect(await reasons({ ...good, socialPostDetails: [{ ...detail, lastChange: { ...lastChange, at } }] })).toEqual([]);
  const item = await table.get(postKey({ partnerId: 'ours', accountNumber: 100, trackingId: own.trackingId }));
  expect(postFrom(item!).media).toEqual([{ type: 'IMAGE', mediaUrl: 'https://a.example/b' }]);
});

it.each(['started', 'cancelled'])('refuses a %s post that has a location twice', async (state) => {
  const [detail] = post([101]).socialPostDetails;
  const other = { ...post([101]), trackingId: 'trk_5b1c7de2f0a94438c6d1e208', state };
  expect(await reasons({ ...other, socialPostDetails: [detail, { ...detail }] })).toEqual([
    'socialPostDetails[1].locationNumber must not be the location of another row',
  ]);
});

const other = (more: object) => ({ ...post([101]), trackingId: 'trk_5b1c7de2f0a94438c6d1e210', ...more });

it('refuses media and buttons that no request could have sent', async () => {
  const medium = { type: 'IMAGE', mediaUrl: 'https://a.example/b' };
  const [source, next] = ['must have either mediaUrl or mediaId', 'must have nothing next to a video or a reel'];
  expect(await reasons(other({ media: [{ type: 'IMAGE' }] }))).toEqual([`media[0] ${source}`]);
  expect(await reasons(other({ media: [{ ...medium, mediaId: 'm' }] }))).toEqual([`media[0] ${source}`]);
  expect(await reasons(other({ media: [{ ...medium, type: 'VIDEO' }, medium] }))).toEqual([`media ${next}`]);
  expect(await reasons(other({ media: [{ ...medium, mediaUrl: 'ftp://a.example/b' }] }))).toEqual([
    errors.mediaUrlInvalid.message,
  ]);
  expect(await reasons(other({ additionalMetaData: { callToActionType: 'BOOK' } }))).toEqual([
    'additionalMetaData.callToActionUrl is required',
  ]);
});

it('skips a stored post that the line says other things of, and names those', async () => {
  const written = (more: object = {}) => loadText(table, linesOf([other(more)]));
  expect((await written()).counts).toEqual(counted({ loaded: 1 }));
  expect((await written()).counts).toEqual(counted({ unchanged: 1 }));
  const [detail] = post([101]).socialPostDetails;
  const changed = { text: 'Cake', socialPostDetails: [{ ...detail, impressions: 7 }] };
  expect((await written(changed)).counts).toEqual(counted({ changed: 1 }));
  const file = join(await mkdtemp(join(tmpdir(), 'posts-')), 'post.jsonl');
  await writeFile(file, linesOf([other(changed)]));
  const noted: unknown[] = [];
  await loadFile(file, {
    table,
    plans: [],
    meteringKeys: localMeteringKeys(table),
    force: true,
    onWritten: (each) => noted.push(each),
  });
  expect(noted).toMatchObject([{ outcome: 'changed', fields: ['text', 'socialPostDetails'] }]);
});

it('refuses a record larger than 128 KB', async () => {
  const [detail] = post([101]).socialPostDetails;
  const status = { status: 'POST_FAILED', failureReason: 'x'.repeat(140_000) };
  const line = { ...other({}), trackingId: 'trk_5b1c7de2f0a94438c6d1e211' };
  expect(await reasons({ ...line, socialPostDetails: [{ ...detail, status }] })).toEqual([
    'the record is larger than 128 KB',
  ]);
});
