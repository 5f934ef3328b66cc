/** Media and uploads: what is taken, answered and refused; what comes of the files is tested in fetch.test.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as addMedia } from '../../../functions/media/add-media.ts';
import { handler as deleteMedia } from '../../../functions/media/delete-media.ts';
import { handler as listMedia } from '../../../functions/media/list-media.ts';
import { handler as setMediaCategory } from '../../../functions/media/set-media-category.ts';
import { handler as trackUpload } from '../../../functions/media/track-upload.ts';
import { handler as uploadSocialMedia } from '../../../functions/media/upload-social-media.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { remove as removeBusiness, sweep } from '../business/delete-business/support.ts';

beforeAll(() => openWorld());

const at = (businessId: number | string, more: object = {}) => ({ path: { businessId: String(businessId), ...more } });
const upload = (number: number | string, body: unknown, more: Call = {}) =>
  call(uploadSocialMedia, { ...at(number), body, ...more });
const add = (number: number | string, body: unknown, more: Call = {}) =>
  call(addMedia, { ...at(number), body, ...more });
const track = (number: number | string, uploadId: string, more: Call = {}) =>
  call(trackUpload, { ...at(number, { uploadId }), ...more });
const list = (number: number | string, more: Call = {}) => call(listMedia, { ...at(number), ...more });
const categorize = (number: number, mediaId: string, body: unknown, more: Call = {}) =>
  call(setMediaCategory, { ...at(number, { mediaId }), body, ...more });
const remove = (number: number | string, body: unknown, more: Call = {}) =>
  call(deleteMedia, { ...at(number), body, ...more });

const DAY = 86_400_000;
const url = 'https://cdn.example/a.jpg';
const photo = { url, mediaCategory: 'EXTERIOR', description: 'A', mediaFormat: 'PHOTO' };

const NO_BUSINESS = refused(404, 1011, 'Business id is invalid');
const NOT_FOUND = refused(404, 404, 'Resource not found');
const dry = { query: { validateOnly: 'true' } };

describe('An upload', () => {
  it('is accepted with a 202, and pending from then on', async () => {
    const { status, body } = await upload(101, { mediaUrls: [url, `${url}?2`], description: 'Two' });
    expect([status, body]).toEqual([202, { uploadId: expect.stringMatching(/^upl_[0-9a-f]{24}$/) }]);
    const nothing = { mediaId: null, mediaUrl: null, format: null, width: null, height: null, bytes: null };
    const pending = { status: 'PENDING', ...nothing, failureReason: null };
    expect(await answerOf(track(101, body.uploadId))).toEqual({
      status: 200,
      body: {
        uploadId: body.uploadId,
        status: 'PENDING',
        items: [
          { url, ...pending },
          { url: `${url}?2`, ...pending },
        ],
      },
    });
    expect((await list(101)).body).toEqual({ media: [] });
  });

  it('is gone after 30 days, though the table still has it', async () => {
    const { now } = clock;
    const uploads = [await upload(101, { mediaUrls: [url] }), await add(102, { media: [photo] })];
    const tracked = async () => [
      (await track(101, uploads[0]!.body.uploadId)).status,
      (await track(102, uploads[1]!.body.uploadId)).status,
    ];
    try {
      clock.now = () => now() + 30 * DAY - 5000;
      expect(await tracked()).toEqual([200, 200]);
      clock.now = () => now() + 30 * DAY;
      expect(await tracked()).toEqual([404, 404]);
      expect((await list(102)).body.media).toMatchObject([{ mediaId: uploads[1]!.body.media[0].mediaId }]);
    } finally {
      clock.now = now;
      await remove(102, { mediaIds: [uploads[1]!.body.media[0].mediaId] });
    }
  });

  it('of business media is answered with them, listed in their order and tracked', async () => {
    const film = { ...photo, description: 'B', mediaCategory: 'TEAMS', mediaFormat: 'VIDEO' };
    const { status, body } = await add(102, { media: [photo, film] });
    expect(status).toBe(202);
    const id = expect.stringMatching(/^med_[0-9a-f]{24}$/);
    expect(body.media).toEqual([
      { mediaId: id, ...photo, status: 'PENDING' },
      { mediaId: id, ...film, status: 'PENDING' },
    ]);
    const listed = body.media.map((each: object) => ({ ...each, mediaUrl: null, failureReason: null }));
    expect((await list(102)).body).toEqual({ media: listed });
    expect((await track(102, body.uploadId)).body).toMatchObject({ status: 'PENDING', items: [{ url }, { url }] });
  });

  it('is begun once under a key, and not at all in a dry run', async () => {
    expect(await answerOf(upload(103, { mediaUrls: [url] }, dry))).toEqual({ status: 200, body: { uploadId: '0' } });
    expect(await answerOf(add(103, { media: [photo] }, dry))).toEqual({
      status: 200,
      body: { uploadId: '0', media: [{ mediaId: '0', ...photo, status: 'PENDING' }] },
    });
    expect((await list(103)).body).toEqual({ media: [] });
    const [one, two] = [
      await add(103, { media: [photo] }, under('media-103')),
      await add(103, { media: [photo] }, under('media-103')),
    ];
    expect([one.status, two.status, two.body]).toEqual([202, 202, one.body]);
    expect((await list(103)).body.media).toHaveLength(1);
    const items = (await scan()).filter(({ businessNumber }) => businessNumber === 103);
    expect(items.map(({ type }) => type).sort()).toEqual(['business', 'media', 'mediaDue', 'mediaUpload']);
  });
});

describe('Media', () => {
  it('are put into another category, and deleted', async () => {
    const { body } = await add(104, { media: [photo, photo, photo] });
    const [one, two, three] = body.media.map(({ mediaId }: { mediaId: string }) => mediaId);
    expect(await answerOf(categorize(104, one, { mediaCategory: 'TEAMS' }, dry))).toEqual({ status: 200, body: {} });
    expect(await answerOf(categorize(104, two, { mediaCategory: 'TEAMS' }, under('cat')))).toMatchObject({ body: {} });
    expect(await answerOf(categorize(104, two, { mediaCategory: 'TEAMS' }, under('cat')))).toMatchObject({ body: {} });
    const categories = async () =>
      (await list(104)).body.media.map(({ mediaCategory }: { mediaCategory: string }) => mediaCategory);
    expect(await categories()).toEqual(['EXTERIOR', 'TEAMS', 'EXTERIOR']);
    expect(await answerOf(remove(104, { mediaIds: [one] }, dry))).toEqual({ status: 200, body: {} });
    expect(await answerOf(remove(104, { mediaIds: [one, 'none', one] }, under('del')))).toMatchObject({ body: {} });
    expect(await answerOf(remove(104, { mediaIds: [one, 'none', one] }, under('del')))).toMatchObject({ body: {} });
    expect(await categories()).toEqual(['TEAMS', 'EXTERIOR']);
    expect(await answerOf(remove(104, undefined, { query: { mediaIds: `${two}, ${three}` } }))).toMatchObject({
      body: {},
    });
    expect(await categories()).toEqual([]);
    expect(await answerOf(categorize(104, one, { mediaCategory: 'TEAMS' }))).toEqual(NOT_FOUND);
    // What an upload was of is no part of it any more.
    expect((await track(104, body.uploadId)).body).toMatchObject({ status: 'DONE', items: [] });
  });

  it.each([
    ['repeated', (ids: readonly string[]) => ids],
    ['repeated, with commas and blanks', ([one, two, three]: readonly string[]) => [`${one}, ${two}`, '', `${three},`]],
  ])('are deleted by all ids of a query: %s', async (_, sent) => {
    const { body } = await add(104, { media: [photo, photo, photo] });
    const mediaIds = sent(body.media.map(({ mediaId }: { mediaId: string }) => mediaId));
    // API Gateway hands the last of several values over, and all of them.
    const event = { multiValueQueryStringParameters: { mediaIds: [...mediaIds] } };
    const query = { mediaIds: mediaIds.at(-1)! };
    expect(await answerOf(remove(104, undefined, { query, event }))).toEqual({ status: 200, body: {} });
    expect((await list(104)).body.media).toEqual([]);
    const blank = { multiValueQueryStringParameters: { mediaIds: ['', ' '] } };
    expect(await answerOf(remove(104, undefined, { query: { mediaIds: ' ' }, event: blank }))).toEqual(
      refused(400, 400, 'mediaIds is required'),
    );
  });

  it('are at most 1000 of a location, those of one request counted; deleting some makes room', async () => {
    const n = 104;
    for (let at = 0; at < 49; at++) expect((await add(n, { media: Array(20).fill(photo) })).status).toBe(202);
    const full = refused(400, 400, 'media would make more than 1000 media of the location');
    const some = (length: number) => ({ media: Array(length).fill(photo) });
    const { body } = await add(n, some(19));
    expect(await answerOf(add(n, some(2)))).toEqual(full);
    expect(await answerOf(add(n, some(2), dry))).toEqual(full);
    const { headers } = { headers: { Accept: 'application/problem+json' } };
    expect((await add(n, some(2), { headers })).body.errors).toMatchObject([{ pointer: '/media' }]);
    expect((await add(n, some(1))).status).toBe(202);
    expect((await upload(n, { mediaUrls: [url] })).status).toBe(202);
    expect((await list(n)).body.media).toHaveLength(1000);
    await remove(n, { mediaIds: [body.media[0].mediaId] });
    expect((await add(n, some(1))).status).toBe(202);
    expect(await answerOf(add(n, some(1)))).toEqual(full);
  });

  it('go with their location', async () => {
    const n = 151;
    await add(n, { media: [photo] });
    await upload(n, { mediaUrls: [url] });
    expect((await removeBusiness(n)).status).toBe(200);
    await sweep([n]);
    const left = (await scan()).filter(({ pk }) => String(pk).includes(`BUSINESS#${n}#MEDIA`));
    expect(left).toEqual([]);
    expect(await answerOf(list(n))).toEqual(NO_BUSINESS);
  });
});

describe('A request about media', () => {
  const invalidUrl = (path: string) => refused(400, 2171, `Media URL is invalid: ${path}`);
  it.each([
    ['ftp://a.example/x', 1],
    ['http://a.example/x', 1],
    ['a.example/x', 1],
    ['https://user:secret@a.example/x', 1],
    [`https://a.example/${'x'.repeat(2048)}`, 1],
    ['https://a.example/ x', 1],
    ['', 1],
    [5, 1],
    [null, 1],
    [{}, 1],
    [[], 1],
  ])('is refused with a URL that is none: %s', async (wrong, index) => {
    expect(await answerOf(upload(101, { mediaUrls: [url, wrong] }))).toEqual(invalidUrl(`mediaUrls[${index}]`));
    const media = [photo, { ...photo, url: wrong }];
    expect(await answerOf(add(101, { media }))).toEqual(invalidUrl(`media[${index}].url`));
  });

  it('is refused with no URL or too many of them', async () => {
    const plain = refused(400, 2171, 'Media URL is invalid');
    for (const body of [{}, { mediaUrls: [] }, { mediaUrls: null }, { mediaUrls: Array(51).fill(url) }])
      expect(await answerOf(upload(101, body))).toEqual(plain);
    expect((await upload(101, { mediaUrls: Array(50).fill(url) })).status).toBe(202);
  });

  it.each([
    [{ ...photo, url: undefined }, 2171],
    [{ ...photo, mediaCategory: 'GARDEN' }, 2175],
    [{ ...photo, mediaCategory: undefined }, 2175],
    [{ ...photo, mediaFormat: 'GIF' }, 2174],
    [{ ...photo, mediaFormat: '' }, 2174],
    [{ ...photo, description: undefined }, 400],
    [{ ...photo, description: '' }, 400],
    [{}, 400],
  ])('is refused: %#', async (medium, code) => {
    expect(await answerOf(add(101, { media: [medium] }))).toEqual(refused(400, code));
  });

  const bad = { url: 'x', mediaCategory: 'x', mediaFormat: 'x', description: 'x'.repeat(4097) };
  it.each([
    [[{ ...photo, url: 'x', mediaCategory: 'x' }], 2171, ['url', 'mediaCategory']],
    [[{ ...photo, url: 'x', mediaFormat: 'x' }], 2171, ['url', 'mediaFormat']],
    [[{ ...photo, url: 'x', description: bad.description }], 2171, ['url', 'description']],
    [[bad], 2171, ['url', 'mediaCategory', 'description', 'mediaFormat']],
    [[{ ...bad, url }], 2175, ['mediaCategory', 'description', 'mediaFormat']],
    [[{ ...photo, url: 'x', description: '' }], 400, ['description', 'url']],
    [
      [
        { ...photo, url: 'x' },
        { ...photo, mediaCategory: 'x' },
      ],
      2171,
      ['url', 'mediaCategory'],
    ],
    [
      [
        { ...photo, mediaFormat: 'x' },
        { ...photo, url: 'x' },
      ],
      2174,
      ['mediaFormat', 'url'],
    ],
    [[...Array(19).fill(photo), { ...photo, url: 'x' }, photo], 400, ['', 'url']],
  ])('is refused for the first field of the first row that is wrong: %#', async (media, code, fields) => {
    expect(await answerOf(add(101, { media }))).toEqual(refused(400, code));
    const { body } = await add(101, { media }, { headers: { Accept: 'application/problem+json' } });
    expect(body.code).toBe(code);
    const last = ({ pointer }: { pointer: string }) => pointer.split('/')[3] ?? '';
    expect(body.errors.map(last)).toEqual(fields);
  });

  it('is refused with no medium or too many of them', async () => {
    for (const body of [{}, { media: [] }, { media: Array(21).fill(photo) }])
      expect(await answerOf(add(101, body))).toEqual(refused(400, 400));
    expect((await add(101, { media: Array(20).fill(photo) })).status).toBe(202);
    expect(await answerOf(remove(101, {}))).toEqual(refused(400, 400, 'mediaIds is required'));
    expect(await answerOf(remove(101, undefined))).toEqual(refused(400, 400, 'mediaIds is required'));
    expect(await answerOf(categorize(101, 'x', {}))).toEqual(refused(400, 400, 'mediaCategory is required'));
    expect(await answerOf(categorize(101, 'x', { mediaCategory: 'Y' }))).toEqual(refused(400, 2175));
  });

  it('to delete none leaves its key free', async () => {
    for (const body of [{}, undefined, { mediaIds: [] }])
      expect(await answerOf(remove(101, body, under('none')))).toEqual(refused(400, 400, 'mediaIds is required'));
    const many = { query: { mediaIds: Array.from({ length: 51 }, (_, index) => `med_${index}`).join(',') } };
    const tooMany = refused(400, 400, 'mediaIds must have at most 50 items');
    expect(await answerOf(remove(101, undefined, under('none', many)))).toEqual(tooMany);
    for (const query of [many.query, { mediaIds: ',' }]) {
      const { body } = await remove(101, undefined, { query, headers: { Accept: 'application/problem+json' } });
      expect(body.errors).toMatchObject([{ pointer: '', parameter: 'mediaIds' }]);
    }
    const one = { query: { mediaIds: 'med_0' } };
    expect(await answerOf(remove(101, undefined, under('none', one)))).toEqual({ status: 200, body: {} });
  });

  it('is refused where it names what is not ours', async () => {
    const { body } = await add(102, { media: [photo] });
    const [{ mediaId }] = body.media;
    for (const number of [100, 999, 201, 'x']) {
      expect(await answerOf(upload(number, { mediaUrls: [url] }))).toEqual(NO_BUSINESS);
      expect(await answerOf(add(number, { media: [photo] }))).toEqual(NO_BUSINESS);
      expect(await answerOf(list(number))).toEqual(NO_BUSINESS);
      expect(await answerOf(track(number, body.uploadId))).toEqual(NO_BUSINESS);
      expect(await answerOf(remove(number, { mediaIds: [mediaId] }))).toEqual(NO_BUSINESS);
    }
    for (const other of ['x', 'upl_0', `upl_${'0'.repeat(24)}`, mediaId])
      expect(await answerOf(track(102, other))).toEqual(NOT_FOUND);
    expect(await answerOf(track(103, body.uploadId))).toEqual(NOT_FOUND);
    expect(await answerOf(track(201, body.uploadId, { key: KEYS.theirs }))).toEqual(NOT_FOUND);
    expect(await answerOf(categorize(103, mediaId, { mediaCategory: 'TEAMS' }))).toEqual(NOT_FOUND);
    await remove(103, { mediaIds: [mediaId] });
    expect(await answerOf(categorize(102, mediaId, { mediaCategory: 'TEAMS' }))).toEqual({ status: 200, body: {} });
  });
});
