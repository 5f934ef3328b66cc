/** Posts at 500 locations with large profiles take no more of the table than docs/costs.md promises; expired ones are gone. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as reportResults } from '../../../functions/connectors/report-results.ts';
import { handler as deletePost } from '../../../functions/social/delete-post.ts';
import { handler as editPublished } from '../../../functions/social/edit-published-post.ts';
import { handler as editScheduled } from '../../../functions/social/edit-scheduled-post.ts';
import { handler as listPosts } from '../../../functions/social/list-posts.ts';
import { handler as schedulePost } from '../../../functions/social/schedule-post.ts';
import { handler as socialPerformance } from '../../../functions/social/social-performance.ts';
import { handler as trackPost } from '../../../functions/social/track-post.ts';
import { businessItem, businessKey } from '../../../lib/business/repository/business.ts';
import { tombstoneItem } from '../../../lib/business/repository/tombstone.ts';
import { dayOf } from '../../../lib/contract/days.ts';
import type { Call as StoreCall } from '../../../lib/dynamodb/client/call.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { sortable } from '../../../lib/dynamodb/table/keys.ts';
import { nextMark } from '../../../lib/dynamodb/writes/marks.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { expiryOf, KEPT_MILLISECONDS, type Post, postItem } from '../../../lib/social/repository/post.ts';
import { postLocationItem } from '../../../lib/social/repository/post-location.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { openWorld, through } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { metered } from '../../support/units.ts';

const ACCOUNT = 9_000_000;
const NUMBERS = Array.from({ length: 500 }, (_, index) => ACCOUNT + index + 1);
const owner = { partnerId: 'ours', accountNumber: ACCOUNT };
/** Far larger than the block of a read unit. */
const PROFILE = { name: 'Place', description: 'x'.repeat(20_000) };
const locationOf = (businessNumber: number) =>
  businessItem('ours', { accountNumber: ACCOUNT, businessNumber, profile: PROFILE, listingFixed: false });

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
  await putItems(table, [accountItem({ ...owner, name: 'Many' }), ...NUMBERS.map(locationOf)]);
});

const real = clock.now;
afterEach(() => {
  clock.now = real;
});

const path = { businessId: String(ACCOUNT) };
const scheduled = (subBusinessNumbers: readonly number[]) =>
  call(schedulePost, { path, body: { text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers } });
const track = (trackingId: string, businessId: number = ACCOUNT) =>
  call(trackPost, { path: { businessId: String(businessId), trackingId } });
const removed = (trackingId: string, subBusinessNumbers: readonly number[]) =>
  call(deletePost, { path, body: { trackingId, subBusinessNumbers } });
const list = (businessNumbers: readonly number[], count: number, time: number = real()) => {
  const [startDate, endDate] = [dayOf(time - 86_400_000), dayOf(time + 86_400_000)];
  return call(listPosts, { path, body: { startDate, endDate, businessNumbers, count } });
};

let last = 0;
const trackingOf = (index: number) => `trk_${String(index).padStart(24, '0')}`;
const postOf = (more: Partial<Post> = {}): Post => ({
  ...{ ...owner, trackingId: trackingOf(last++), socialSite: 'ALPHA', text: 'Pie', time: real(), status: 'started' },
  ...{ media: [], callToAction: null, businessNumbers: NUMBERS, cancelled: [], changes: 0 },
  createdAt: new Date(real()).toISOString(),
  ...more,
});

/** A post that is published at all locations, where its text has so many characters; its id. */
const published = async (length: number, time = real()): Promise<string> => {
  const post = postOf({ time });
  const { trackingId, socialSite } = post;
  const places = NUMBERS.map((businessNumber) =>
    postLocationItem({
      ...{ ...owner, trackingId, socialSite, businessNumber, status: 'POST_SUCCEEDED', text: 'x'.repeat(length) },
      expiresAtSeconds: expiryOf(time),
    }),
  );
  await putItems(table, [postItem(post), ...places]);
  return trackingId;
};

describe('A post at 500 locations', () => {
  it('is scheduled and edited with at most 350 read units', async () => {
    const { result, reads } = await metered(() => scheduled(NUMBERS));
    expect([result.status, result.body]).toEqual([200, expect.objectContaining({ notConnected: NUMBERS })]);
    expect(reads).toBeLessThanOrEqual(350);
    const body = { trackingId: result.body.trackingId, text: 'Cake', socialSite: 'ALPHA', subBusinessNumbers: NUMBERS };
    const edit = await metered(() => call(editScheduled, { path, body }));
    expect(edit.result.status).toBe(200);
    expect(edit.reads).toBeLessThanOrEqual(350);
  });

  it('is shown with at most 900, and deleted and edited where it is published with 650', async () => {
    const trackingId = await published(4500);
    const shown = await metered(() => track(trackingId));
    expect(shown.result.body.subBusinessNumbers).toEqual(NUMBERS);
    expect(shown.reads).toBeLessThanOrEqual(900);
    const smaller = { trackingId: await published(3000), text: 'Cake', socialSite: 'ALPHA' };
    const edit = await metered(() => call(editPublished, { path, body: { ...smaller, subBusinessNumbers: NUMBERS } }));
    expect(edit.result.body).toEqual({ accepted: NUMBERS, skipped: [] });
    expect(edit.reads).toBeLessThanOrEqual(650);
    const removal = await metered(async () => removed(await published(3000), NUMBERS));
    expect(removal.result.body).toEqual({ accepted: NUMBERS, skipped: [] });
    expect(removal.reads).toBeLessThanOrEqual(650);
  });

  it('with longer texts there is shown for one of them, and deleted at some of them', async () => {
    const trackingId = await published(18_000);
    const shown = await metered(() => track(trackingId));
    const message =
      'The post is too large to be shown at all of its locations; ask with the number of a location in the path';
    expect([shown.result.status, shown.result.body.message]).toEqual([400, message]);
    expect(shown.reads).toBeLessThanOrEqual(900);
    expect((await track(trackingId, NUMBERS[7])).body.socialPostDetails).toHaveLength(1);
    const removal = await metered(() => removed(trackingId, NUMBERS));
    const fewer = expect.stringContaining('subBusinessNumbers must name fewer locations');
    expect([removal.result.status, removal.result.body.message]).toEqual([400, fewer]);
    expect(removal.reads).toBeLessThanOrEqual(700);
    expect((await removed(trackingId, NUMBERS.slice(0, 20))).body.accepted).toHaveLength(20);
  });
});

/** As if each row of the index had some 30 KB. */
const larger =
  (store: StoreCall): StoreCall =>
  async (operation, input, options) => {
    const output = await store(operation, input, options);
    if (operation !== 'Query') return output;
    const { Items = [] } = output as { Items?: readonly object[] };
    return { ...output, Items: Items.map((item) => ({ ...item, pad: { S: 'x'.repeat(30_000) } })) } as typeof output;
  };

it('lists posts with at most 1,000 units, and performance with 700', async () => {
  const time = real() - 30 * 86_400_000;
  const posts = Array.from({ length: 300 }, () => postOf({ time, text: 'x'.repeat(3000) }));
  await putItems(table, posts.map(postItem));
  const listed = await metered(() => list(NUMBERS, 100, time));
  expect([listed.result.body.totalCount, listed.result.body.posts.length]).toEqual([300, 100]);
  expect(listed.reads).toBeLessThanOrEqual(1000);
  const { status, body: problem } = await through(larger, () => list([], 100, time));
  expect([status, problem.message]).toEqual([400, expect.stringContaining('narrow them')]);

  const days = { startDate: dayOf(time - 365 * 86_400_000), endDate: dayOf(time) };
  const body = { ...days, comparisonFilter: days, businessNumbers: NUMBERS.slice(0, 100), size: 100 };
  const headers = { 'x-business-number': String(ACCOUNT) };
  const report = await metered(() => call(socialPerformance, { headers, body }));
  expect(report.result.body.dataPoints).toHaveLength(100);
  expect(report.reads).toBeLessThanOrEqual(700);
});

describe('A location', () => {
  /** As if the index did not show one of them yet. */
  const without =
    (number: number) =>
    (store: StoreCall): StoreCall =>
    async (operation, input, options) => {
      const output = await store(operation, input, options);
      if (operation !== 'Query') return output;
      const { Items = [] } = output as { Items?: readonly { readonly gsi1sk?: { readonly S?: string } }[] };
      return { ...output, Items: Items.filter(({ gsi1sk }) => gsi1sk?.S !== sortable(number)) } as typeof output;
    };

  it('that was created a moment ago is found, and what is none is named', async () => {
    const fresh = NUMBERS[250]!;
    expect((await through(without(fresh), () => scheduled(NUMBERS))).status).toBe(200);
    const { body } = await through(without(fresh), () => scheduled([NUMBERS[0]!, fresh, 42, 41]));
    expect(body).toEqual({ code: 5556, message: expect.stringContaining('42') });
  });

  it('that was deleted a moment ago is none, whatever the index shows', async () => {
    const [number, other] = [ACCOUNT + 900, NUMBERS[0]!];
    const item = locationOf(number);
    await table.put({ Item: item });
    expect((await scheduled([number, other])).status).toBe(200);
    const deleted = { kind: 'business', number, accountNumber: ACCOUNT } as const;
    await table.put({ Item: tombstoneItem('ours', deleted, item, nextMark()) });
    const gone =
      (store: StoreCall): StoreCall =>
      async (operation, input, options) => {
        if (operation === 'Query') await table.put({ Item: item });
        const output = await store(operation, input, options);
        if (operation === 'Query') await table.remove({ Key: businessKey('ours', number) });
        return output;
      };
    const { body } = await through(gone, () => scheduled([other, number]));
    expect(body).toEqual({ code: 5556, message: expect.stringContaining(String(number)) });
  });
});

it('that has expired is gone for every request, though the table still has all of it', async () => {
  const time = real() - 10 * 86_400_000;
  const trackingId = await published(10, time);
  const at = { trackingId, businessNumber: NUMBERS[0]! };
  const outcome = async (impressions: number) =>
    (await call(reportResults, { body: { results: [{ ...at, impressions }] } })).body.results[0].outcome;
  clock.now = () => time + KEPT_MILLISECONDS - 2000;
  expect([(await track(trackingId)).status, (await list([], 1, time)).body.totalCount]).toEqual([200, 1]);
  expect(await outcome(1)).toBe('applied');
  clock.now = () => time + KEPT_MILLISECONDS + 1000;
  expect([(await track(trackingId)).status, (await list([], 1, time)).body.totalCount]).toEqual([404, 0]);
  expect((await removed(trackingId, NUMBERS)).status).toBe(404);
  expect(await outcome(2)).toBe('unknown');
  const body = { trackingId, text: 'Cake', socialSite: 'ALPHA', subBusinessNumbers: NUMBERS };
  expect((await call(editPublished, { path, body })).status).toBe(404);
});
