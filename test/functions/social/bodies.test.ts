/** What bodies of posts, channels and connectors say, where the schema alone does not decide. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as reportResults } from '../../../functions/connectors/report-results.ts';
import { handler as setConnectors } from '../../../functions/connectors/set-connectors.ts';
import { handler as deletePost } from '../../../functions/social/delete-post.ts';
import { handler as editPublished } from '../../../functions/social/edit-published-post.ts';
import { handler as editScheduled } from '../../../functions/social/edit-scheduled-post.ts';
import { handler as listPosts } from '../../../functions/social/list-posts.ts';
import { handler as schedulePost } from '../../../functions/social/schedule-post.ts';
import { handler as setChannel } from '../../../functions/social/set-channel.ts';
import { handler as performance } from '../../../functions/social/social-performance.ts';
import { handler as trackPost } from '../../../functions/social/track-post.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { completing } from '../../../lib/media/repository/completing.ts';
import type { MediumKind } from '../../../lib/media/repository/medium.ts';
import { beginUpload } from '../../../lib/media/upload.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

const key = KEYS.ours;
let table: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await createTestTable();
  await load(table, world);
});

describe('A post', () => {
  const post = { text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers: [101] };
  const answer = async (body: object) => {
    const { status, body: reply } = await call(schedulePost, { key, path: { businessId: '100' }, body });
    return status === 200 ? status : reply.message;
  };

  it.each([1501, 25_000])('of %i characters is refused with the limit of its site', async (length) =>
    expect(await answer({ ...post, text: 'x'.repeat(length) })).toBe('text must have at most 1500 characters on ALPHA'),
  );
  it('is as long as its text without blanks around it', async () =>
    expect(await answer({ ...post, text: `${' '.repeat(25_000)}x` })).toBe(200));
  it('has at most 500 locations, each counted once', async () => {
    const many = (length: number) => Array.from({ length }, (_, at) => 101 + at);
    expect(await answer({ ...post, subBusinessNumbers: Array(501).fill(101) })).toBe(200);
    expect(await answer({ ...post, subBusinessNumbers: many(501) })).toBe(
      'subBusinessNumbers must have at most 500 items',
    );
    const path = { businessId: '100' };
    const command = { trackingId: 'trk_000000000000000000000000', subBusinessNumbers: Array(501).fill(101) };
    expect((await call(deletePost, { key, path, body: command })).status).toBe(404);
    const tooMany = await call(deletePost, { key, path, body: { ...command, subBusinessNumbers: many(501) } });
    expect([tooMany.status, tooMany.body.message]).toEqual([400, 'subBusinessNumbers must have at most 500 items']);
  });
  const picture = (mediaUrl: string) => answer({ ...post, media: [{ type: 'IMAGE', mediaUrl }] });
  it('takes a picture of another server, and none of our bucket', async () => {
    const object = 'https://media.s3.us-east-1.amazonaws.com/business/ours/101/med_5f0c2b9e7d4a41c08e63b1a2/pie.jpg';
    expect(await picture('https://cdn.example/pie.jpg')).toBe(200);
    expect(await picture(object)).toBe('Media URL is invalid');
    expect(await picture(`${object}?X-Amz-Expires=900&X-Amz-Signature=0f`)).toBe('Media URL is invalid');
  });
  describe('with a file of ours', () => {
    const store = () => ({ table, partnerId: 'ours' });
    /** A file of the location that was uploaded for posts, or as its own. */
    const uploaded = async (kind: MediumKind, format: 'JPG' | 'PNG' | 'MP4'): Promise<string> => {
      const url = 'https://cdn.example/a';
      const mediaFormat = format === 'MP4' ? 'VIDEO' : 'PHOTO';
      const said = kind === 'media' ? ({ mediaFormat, mediaCategory: 'TEAMS', description: 'A' } as const) : {};
      const begun = await beginUpload(store(), {
        ...{ businessNumber: 101, kind, asked: [{ url, ...said }], validateOnly: false },
      });
      if ('refused' in begun) throw new Error('no upload');
      const [medium] = begun.media;
      const fetched = { object: 'o', format, width: 1, height: 1, fileBytes: 1 };
      expect(await completing(table).end(medium!, { status: 'DONE', ...fetched })).toBe(true);
      return medium!.mediaId;
    };
    const FORMAT = 'Media format is not supported';
    it.each([
      ['JPG', { IMAGE: 200, VIDEO: FORMAT, REEL: FORMAT }],
      ['PNG', { IMAGE: 200, VIDEO: FORMAT, REEL: FORMAT }],
      ['MP4', { IMAGE: FORMAT, VIDEO: 200, REEL: 200 }],
    ] as const)('takes a %s as what it is, whatever it was uploaded for', async (format, expected) => {
      for (const kind of ['media', 'socialMedia'] as const) {
        const mediaId = await uploaded(kind, format);
        for (const [type, said] of Object.entries(expected))
          expect([kind, type, await answer({ ...post, socialSite: 'BETA', media: [{ type, mediaId }] })]).toEqual([
            kind,
            type,
            said,
          ]);
      }
    });
  });

  it.each([
    [{ media: [{ mediaUrl: 'https://cdn.example/pie.jpg' }] }, 'media[0].type is required'],
    [{ additionalMetaData: { callToActionUrl: 'x' } }, 'additionalMetaData.callToActionType is required'],
  ])('names what a row lacks behind the fields before it: %j', async (field, message) => {
    expect(await answer({ ...post, ...field })).toBe(message);
    expect(await answer({ ...post, ...field, scheduleTimestamp: 1 })).toBe('scheduleTimestamp must not be in the past');
  });
  it('loses its media and its button by an empty list', async () => {
    const path = { businessId: '100' };
    const button = { callToActionType: 'ORDER', callToActionUrl: 'https://order.example' };
    const media = [{ type: 'IMAGE', mediaUrl: 'https://cdn.example/pie.jpg' }];
    const scheduleTimestamp = clock.now() + 3_600_000;
    const whole = { ...post, scheduleTimestamp, media, additionalMetaData: button };
    const { trackingId } = (await call(schedulePost, { key, path, body: whole })).body;
    const shown = async () => (await call(trackPost, { key, path: { ...path, trackingId } })).body;
    expect(await shown()).toMatchObject({ additionalMetaData: button });
    const body = { ...post, trackingId, media: [], additionalMetaData: [] };
    expect((await call(editScheduled, { key, path, body })).status).toBe(200);
    expect(await shown()).toMatchObject({ media: [], additionalMetaData: null });
    expect(await answer({ ...post, additionalMetaData: [] })).toBe(200);
    expect(await answer({ ...post, additionalMetaData: [button] })).toMatch(/^additionalMetaData must be/);
  });
  it('names each wrong field of a medium', async () => {
    const media = [
      { type: 'ZZ', mediaUrl: 'zz' },
      { type: 'ZZ' },
      { type: 'REEL', mediaUrl: 'https://cdn.example/pie.mp4' },
    ];
    const body = { ...post, media };
    const headers = { accept: 'application/problem+json' };
    const { body: said } = await call(schedulePost, { key, path: { businessId: '100' }, body, headers });
    expect(said.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/media/0/type',
      '/media/0/mediaUrl',
      '/media/1/type',
      '/media/2/type',
    ]);
  });
  it('names a blank text before an unknown site', async () =>
    expect(await answer({ ...post, text: ' ', socialSite: 'SMS' })).toBe('text must not be blank'));
  it.each([
    ['https://order.example:65535/pie', 200],
    ['www.order.example', 200],
    ['https://order.example:65536/pie', 'additionalMetaData.callToActionUrl must be an http or https URL'],
    ['ftp://order.example', 'additionalMetaData.callToActionUrl must be an http or https URL'],
  ])('with a button to %s', async (callToActionUrl, expected) =>
    expect(await answer({ ...post, additionalMetaData: { callToActionType: 'ORDER', callToActionUrl } })).toBe(
      expected,
    ),
  );
});

describe('A page of posts', () => {
  const days = { startDate: '05/01/2026', endDate: '05/31/2026' };
  const ofList = (count: unknown) => call(listPosts, { key, path: { businessId: '100' }, body: { ...days, count } });
  const ofReport = (size: unknown) =>
    call(performance, { key, headers: { 'x-business-number': '100' }, body: { ...days, size } });

  it.each([
    ['count', ofList],
    ['size', ofReport],
  ])('with another %s than 1 to 100 is refused with the range, or by its name', async (name, answer) => {
    for (const size of [0, 101]) {
      const { code, message } = (await answer(size)).body;
      expect([code, message]).toEqual([2347, 'Page size must be 1 to 100']);
    }
    for (const size of ['many', 1.5]) {
      const { code, message } = (await answer(size)).body;
      expect([code, message]).toEqual([400, `${name} must be an integer`]);
    }
    for (const size of [1, 100]) expect((await answer(size)).status).toBe(200);
  });
});

it('A channel that is connected again keeps name and URL, unless they are sent', async () => {
  const set = async (body: object) => {
    const path = { businessId: '101', socialSite: 'BETA' };
    const { channelId, channelName, channelUrl } = (await call(setChannel, { key, path, body })).body;
    return [channelId, channelName, channelUrl];
  };
  const url = 'https://beta.example/p';
  const connected = { state: 'connected', channelId: 'p' };
  expect(await set({ ...connected, channelName: 'Pie', channelUrl: url })).toEqual(['p', 'Pie', url]);
  expect(await set({ state: 'disconnected' })).toEqual(['p', 'Pie', url]);
  expect(await set({ ...connected, channelId: 'q' })).toEqual(['q', 'Pie', url]);
  expect(await set({ ...connected, channelName: 'Cake', channelUrl: null })).toEqual(['p', 'Cake', null]);
  expect(await set({ ...connected, channelName: '' })).toEqual(['p', null, null]);
});

it.each([null, '', 'null'])(
  'Connectors that are %j are refused: an empty list alone removes all',
  async (connectors) => {
    const headers = { 'x-business-number': '100' };
    const sms = [{ channel: 'SMS', url: 'sandbox' }];
    expect((await call(setConnectors, { key, headers, body: { connectors: sms } })).status).toBe(200);
    const { status, body } = await call(setConnectors, { key, headers, body: { connectors } });
    expect([status, body.message]).toEqual([400, 'connectors must be an array']);
  },
);

it.each([1.5, 'many', true])('Numbers of a post that are %j are refused by their name', async (impressions) => {
  const results = [{ trackingId: 'trk_0', businessNumber: 101, impressions }];
  expect((await call(reportResults, { key, body: { results } })).body.message).toBe(
    'results[0].impressions must be an integer',
  );
});

it('Rows of a report are read in their order, also where a later one lacks a field', async () => {
  const results = [{ jobId: 'job_0', status: 'over' }, { jobId: 'job_0' }];
  expect((await call(reportResults, { key, body: { results } })).body.message).toBe(
    'results[0].status must be one of done, failed, rejected',
  );
});

it.each([
  ['edited', editPublished],
  ['deleted', deletePost],
])('A published post is not %s at a number that is none of a location by its form', async (_, handler) => {
  const body = { trackingId: 'trk_0', text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers: [101, 2.5] };
  const { status, body: answer } = await call(handler, { key, path: { businessId: '100' }, body });
  expect([status, answer.message]).toEqual([400, 'subBusinessNumbers[1] must be an integer']);
});
