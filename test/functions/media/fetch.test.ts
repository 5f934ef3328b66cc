/** What comes of media: fetched, checked and kept; by servers that misbehave, and workers that are cut off. */

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { toAttributes } from '../../../lib/dynamodb/table/attributes.ts';
import { failLate } from '../../../lib/media/fail-late.ts';
import { workOn } from '../../../lib/media/fetch-medium.ts';
import { fetchMessage, messageFrom, messagesOf } from '../../../lib/media/messages.ts';
import { completing } from '../../../lib/media/repository/completing.ts';
import { media } from '../../../lib/media/repository/media.ts';
import { type Medium, mediumFrom } from '../../../lib/media/repository/medium.ts';
import { beginUpload } from '../../../lib/media/upload.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { comment, film, jpg, png, pngChunk } from '../../support/media-files.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { type Answer, type BucketRig, bytes, drain, memoryQueue, openBucket, serve } from './rig.ts';

let table: OpenTable;
let rig: BucketRig;
let server: Awaited<ReturnType<typeof serve>>;
const failures = { count: 0 };
/** What the server without an end got rid of. */
const endless = { bytes: 0 };

const MOST = 20 * 1_048_576;
const good = png(800, 900);
const withText = (chunk: Buffer) => Buffer.concat([good.subarray(0, 33), chunk, good.subarray(33)]);

beforeAll(async () => {
  table = await openWorld();
  rig = await openBucket();
  const answers: Record<string, Answer> = {
    '/png': bytes(good),
    '/jpg': bytes(jpg(1000, 750)),
    '/mp4': bytes(await film()),
    '/fast': bytes(await film({ fastStart: 'in-memory' })),
    '/mov': bytes(await film({ isMov: true })),
    '/portrait': bytes(await film({ width: 720, height: 1280 })),
    '/long': bytes(await film({ seconds: 31 })),
    '/few-lines': bytes(await film({ width: 1280, height: 719 })),
    '/small': bytes(png(400, 300)),
    '/light': bytes(png(800, 800, 5000)),
    '/chunked': (_, response) => {
      response.writeHead(200).write(good);
      response.end();
    },
    '/named-wrongly.exe': bytes(good, { 'content-type': 'application/x-msdownload' }),
    '/text': bytes(Buffer.from('<html><script>alert(1)</script></html>')),
    '/text-as-png': bytes(Buffer.from('<html><script>alert(1)</script></html>'), { 'content-type': 'image/png' }),
    '/empty': bytes(Buffer.alloc(0)),
    '/gif': bytes(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(20_000)])),
    '/cut-png': bytes(good.subarray(0, -20)),
    '/cut-jpg': bytes(jpg(1000, 750).subarray(0, -2)),
    '/cut-mp4': bytes((await film()).subarray(0, -50)),
    '/bomb-png': bytes(png(60_000, 60_000)),
    '/polyglot-tail': bytes(Buffer.concat([good, Buffer.from('<script>')])),
    '/polyglot-text': bytes(withText(pngChunk('tEXt', Buffer.from('a\0<?php system($_GET[0]); ?>')))),
    '/polyglot-jpg': bytes(jpg(1000, 750, 20_000, [comment('<script>alert(1)</script>')])),
    '/polyglot-zip': bytes(Buffer.concat([jpg(1000, 750), Buffer.from('504b030414000000', 'hex')])),
    '/phone': bytes(Buffer.concat([jpg(1000, 750), Buffer.from('\0\0SEFT trailer of a phone')])),
    '/gzip': (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(MOST))),
    '/redirect': (_, response) => void response.writeHead(302, { location: '/png' }).end(),
    '/moved': (_, response) => void response.writeHead(200, { location: '/x' }).end(Buffer.from('nothing')),
    '/says-huge': (_, response) => void response.writeHead(200, { 'content-length': 10 ** 9 }).write(good),
    '/endless': (request, response) => {
      response.writeHead(200);
      response.write(good.subarray(0, 64));
      const more = Buffer.alloc(1_048_576, 7);
      const go = () => {
        do endless.bytes += more.length;
        while (!response.destroyed && response.write(more));
        if (!response.destroyed) response.once('drain', go);
      };
      request.once('close', () => response.destroy());
      go();
    },
    '/cut-off': (_, response) => {
      response.writeHead(200, { 'content-length': good.length });
      response.write(good.subarray(0, 5000), () => response.destroy());
    },
    '/twice-503': (_, response) => {
      failures.count += 1;
      if (failures.count < 3) response.writeHead(503).end('secret of the server');
      else bytes(good)(_, response);
    },
    ...Object.fromEntries(
      [408, 429, 500].map((status) => [
        `/always-${status}`,
        (_: unknown, response: ServerResponse) => void response.writeHead(status).end('secret of the server'),
      ]),
    ),
    '/403': (_, response) => void response.writeHead(403).end('secret of the server'),
    '/upgrade': (_, response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    },
  };
  server = await serve(answers);
});
afterAll(async () => {
  await server.close();
  await rig.close();
});

const store = () => ({ table, partnerId: 'ours' });
type Kind = 'PHOTO' | 'VIDEO' | 'SOCIAL';

/** Begins an upload, and has the stream show it. */
const begin = async (urls: readonly string[], as: Kind, businessNumber = 101) => {
  const asked = urls.map((url) => ({
    url,
    ...(as !== 'SOCIAL' && { mediaFormat: as, mediaCategory: 'TEAMS' as const, description: 'D' }),
  }));
  const kind = as === 'SOCIAL' ? 'socialMedia' : 'media';
  const begun = await beginUpload(store(), { businessNumber, kind, asked, validateOnly: false });
  if ('refused' in begun) throw new Error(begun.refused.message);
  const queue = memoryQueue();
  const items = (await scan()).filter(({ uploadId, mediaId }) => mediaId && uploadId === begun.uploadId);
  for (const newImage of items) queue.waiting.push(...messagesOf({ oldImage: undefined, newImage }));
  const found = async () => (await media(store()).upload(businessNumber, begun.uploadId))!.media;
  return { ...begun, queue, found };
};
const ways = () => ({ table, bucket: rig.bucket });

const outcome = async (path: string, as: Kind): Promise<Medium> => {
  const { queue, found } = await begin([path.startsWith('/') ? `${server.url}${path}` : path], as);
  await drain(queue, ways());
  const [medium] = await found();
  return medium!;
};

describe('A file', () => {
  it.each([
    ['/png', 'PHOTO', { format: 'PNG', width: 800, height: 900, fileBytes: good.length }],
    ['/jpg', 'PHOTO', { format: 'JPG', width: 1000, height: 750 }],
    ['/mp4', 'VIDEO', { format: 'MP4', width: 1280, height: 720 }],
    ['/fast', 'VIDEO', { format: 'MP4' }],
    ['/portrait', 'VIDEO', { width: 720, height: 1280 }],
    ['/mov', 'SOCIAL', { format: 'MOV' }],
    ['/small', 'SOCIAL', { width: 400, height: 300 }],
    ['/long', 'SOCIAL', { format: 'MP4' }],
    ['/chunked', 'PHOTO', { format: 'PNG' }],
    ['/named-wrongly.exe', 'PHOTO', { format: 'PNG' }],
    ['/phone', 'PHOTO', { format: 'JPG' }],
    ['/twice-503', 'PHOTO', { format: 'PNG', tries: 2 }],
  ] as const)('%s as %s is kept', async (path, as, wanted) => {
    const medium = await outcome(path, as);
    expect(medium).toMatchObject({ status: 'DONE', ...wanted });
    const [version, ...others] = await rig.objects.versions(medium.object!);
    expect([version?.key, others]).toEqual([medium.object, []]);
    const served = await fetch(rig.bucket.urlOf(medium.object!, 60));
    expect(served.headers.get('content-disposition')).toBe('attachment');
    // S3 itself sends none (docs/content.md).
    expect(served.headers.get('x-content-type-options')).toBe(process.env.S3_ENDPOINT ? null : 'nosniff');
    const types = { PNG: 'image/png', JPG: 'image/jpeg', MP4: 'video/mp4', MOV: 'video/quicktime' } as const;
    expect(served.headers.get('content-type')).toBe(types[medium.format as 'PNG']);
    expect((await served.bytes()).length).toBe(medium.fileBytes);
  });

  const MIXED = '2174: The file holds another file next to the picture or video';
  const PICTURE = '2174: The picture is broken or ends early';
  const NO_FILE = '2171: The URL does not answer with a file; redirects are not followed';
  const UNKNOWN = '2174: The file is none of JPG, PNG, MP4 and MOV';
  const UNREACHED = '2171: The URL cannot be reached';
  it.each([
    ['/small', 'PHOTO', '2180: The picture is 400x300; at least 720x720 is needed'],
    ['/light', 'PHOTO', expect.stringMatching(/^2180: The picture has \d+ bytes; at least 10240 are needed$/)],
    ['/mp4', 'PHOTO', '2174: The file is a video; a PHOTO is JPG or PNG'],
    ['/png', 'VIDEO', '2174: The file is a picture; a VIDEO is MP4'],
    ['/mov', 'VIDEO', '2181: The video is MOV; it must be MP4'],
    ['/long', 'VIDEO', '2174: The video lasts 31.0 seconds; at most 30 are taken'],
    ['/few-lines', 'VIDEO', '2174: The video has 719 lines; at least 720 are needed'],
    ['/text', 'SOCIAL', UNKNOWN],
    ['/text-as-png', 'SOCIAL', UNKNOWN],
    ['/empty', 'SOCIAL', UNKNOWN],
    ['/gif', 'SOCIAL', UNKNOWN],
    ['/cut-png', 'SOCIAL', PICTURE],
    ['/cut-jpg', 'SOCIAL', PICTURE],
    ['/cut-mp4', 'SOCIAL', '2174: The video is broken or ends early'],
    ['/bomb-png', 'SOCIAL', '2174: The picture is 60000x60000; at most 268435456 pixels are taken'],
    ['/polyglot-tail', 'SOCIAL', MIXED],
    ['/polyglot-text', 'SOCIAL', MIXED],
    ['/polyglot-jpg', 'SOCIAL', MIXED],
    ['/polyglot-zip', 'SOCIAL', MIXED],
    ['/gzip', 'SOCIAL', '2171: The URL answers with a compressed file'],
    ['/redirect', 'SOCIAL', NO_FILE],
    ['/moved', 'SOCIAL', UNKNOWN],
    ['/403', 'SOCIAL', NO_FILE],
    ['/none', 'SOCIAL', NO_FILE],
    ['/always-500', 'SOCIAL', NO_FILE],
    ['/upgrade', 'SOCIAL', NO_FILE],
    ['/says-huge', 'PHOTO', '2174: The file has more than 20 MB'],
    ['/says-huge', 'VIDEO', '2174: The file has more than 75 MB'],
    ['/endless', 'PHOTO', '2174: The file has more than 20 MB'],
    ['/cut-off', 'SOCIAL', '2171: The answer of the URL ends early'],
    ['http://169.254.169.254/latest/meta-data', 'SOCIAL', UNREACHED],
    ['https://10.0.0.1/x.jpg', 'SOCIAL', UNREACHED],
    ['https://[::ffff:192.168.0.1]/x.jpg', 'SOCIAL', UNREACHED],
    ['https://no-such-host.invalid/x.jpg', 'SOCIAL', UNREACHED],
  ] as const)('%s as %s is refused', async (path, as, reason) => {
    const logged = vi.spyOn(console, 'error');
    const medium = await outcome(path, as);
    expect([medium.status, medium.failureReason, medium.object]).toEqual(['FAILED', reason, undefined]);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
    const { kind, mediaId } = medium;
    expect(await rig.objects.versions(`${kind === 'media' ? 'business' : 'social'}/ours/101/${mediaId}/`)).toEqual([]);
  });

  it('without an end is cut off at its limit', async () => {
    endless.bytes = 0;
    await outcome('/endless', 'PHOTO');
    // What was on its way is more than what was taken.
    expect(endless.bytes).toBeLessThan(2 * MOST);
  });

  it('is tried three times where a try may do better, and else once', async () => {
    const tries = { '/always-408': 3, '/always-429': 3, '/always-500': 3, '/cut-off': 3, '/403': 1 };
    const paths = Object.keys(tries);
    const tried = (path: string) => server.seen.filter((each) => each === path).length;
    const before = paths.map(tried);
    await Promise.all(paths.map((path) => outcome(path, 'SOCIAL')));
    expect(paths.map((path, index) => tried(path) - before[index]!)).toEqual(Object.values(tries));
  });

  it('is fetched once for each try, also where a message of it comes twice', async () => {
    const { queue, found } = await begin([`${server.url}/always-500`], 'SOCIAL');
    const first = messageFrom(queue.waiting.shift()!.body);
    const before = server.seen.length;
    for (let copy = 0; copy < 2; copy++) await workOn(first, { ...ways(), queue, isRepeated: false, allowLocal: true });
    expect(server.seen.length - before).toBe(1);
    expect([queue.waiting.length, (await found())[0]]).toMatchObject([1, { tries: 1, status: 'PENDING' }]);
  });

  it('that failed is tried again after 2 and after 10 seconds', async () => {
    const { queue } = await begin([`${server.url}/always-500`], 'SOCIAL');
    const waits: unknown[] = [];
    for (let message = queue.waiting.shift(); message; message = queue.waiting.shift()) {
      waits.push(message.delaySeconds);
      await workOn(messageFrom(message.body), { ...ways(), queue, isRepeated: false, allowLocal: true });
    }
    expect(waits).toEqual([0, 2, 10]);
  });
});

describe('A worker', () => {
  /** The same call of the table or the bucket fails; the worker is gone with it. */
  class Killed extends Error {}
  const killing = (step: number) => {
    let steps = 0;
    const counted =
      <F extends (...parts: never[]) => unknown>(call: F) =>
      (...parts: Parameters<F>) => {
        steps += 1;
        if (steps === step) throw new Killed();
        const done = call(...parts) as Promise<unknown>;
        return done.then((value) => {
          steps += 1;
          if (steps === step) throw new Killed();
          return value;
        });
      };
    return counted;
  };
  const some = ['/png', '/small', '/always-500', '/twice-503'];

  it('that is killed at any step leaves what another one ends, once', async () => {
    for (let step = 1; step <= 14; step++) {
      failures.count = 0;
      const { queue, found } = await begin(
        some.map((path) => `${server.url}${path}`),
        'PHOTO',
        103,
      );
      const ended = vi.fn();
      for (let message = queue.waiting.shift(); message; message = queue.waiting.shift()) {
        const counted = killing(step);
        const { get, update } = table;
        const { put, removeAll } = rig.bucket;
        const cut = {
          table: { ...table, get: counted(get), update: counted(update) },
          bucket: { ...rig.bucket, put: counted(put), removeAll: counted(removeAll) },
          queue: { ...queue, send: counted(queue.send) },
          allowLocal: true,
        };
        const what = messageFrom(message.body);
        await workOn(what, { ...cut, isRepeated: false } as never).catch((error) => {
          if (!(error instanceof Killed)) throw error;
          ended();
        });
        // It comes again, whatever became of it: a message is delivered at least once.
        await workOn(what, { ...ways(), queue, isRepeated: true, allowLocal: true });
      }
      const all = await found();
      expect(all.map(({ status }) => status)).toEqual([
        'DONE',
        'FAILED',
        'FAILED',
        expect.stringMatching(/DONE|FAILED/),
      ]);
      for (const { mediaId, object } of all) {
        const kept = await rig.objects.versions(`business/ours/103/${mediaId}/`);
        expect(kept.map(({ key }) => key)).toEqual(object === undefined ? [] : [object]);
      }
    }
  });

  it('that comes late writes nothing, and leaves no object', async () => {
    const { queue, found } = await begin([`${server.url}/png`], 'PHOTO');
    const [message] = queue.waiting;
    const late = {
      ...rig.bucket,
      // Meanwhile its time is over.
      put: async (...parts: Parameters<typeof rig.bucket.put>) => {
        await rig.bucket.put(...parts);
        vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 15 * 60_000);
        await failLate(table, () => true);
        vi.mocked(clock.now).mockRestore();
      },
    };
    await workOn(messageFrom(message!.body), { table, bucket: late, queue, isRepeated: false, allowLocal: true });
    const [medium] = await found();
    expect([medium!.status, medium!.failureReason]).toEqual([
      'FAILED',
      '2171: The file could not be fetched within 15 minutes',
    ]);
    expect(await rig.objects.versions(`business/ours/101/${medium!.mediaId}/`)).toEqual([]);
  });

  it('is not needed for an upload to end: the clock ends it, and what it was due goes', async () => {
    const { found, uploadId } = await begin([`${server.url}/png`, `${server.url}/jpg`], 'SOCIAL');
    await failLate(table, () => true);
    expect((await found()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
    vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 14 * 60_000 + 1000);
    await failLate(table, () => true);
    vi.mocked(clock.now).mockRestore();
    expect((await found()).map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
    expect((await scan()).filter((item) => item.type === 'mediaDue' && item.uploadId === uploadId)).toEqual([]);
  });

  it('that is late ends behind any number that were done in time', async () => {
    const store = { table, partnerId: 'ours' };
    const begun = async (many: number) => {
      const url = `https://cdn.example/a.png?${'x'.repeat(1900)}`;
      const asked = Array.from(
        { length: many },
        () => ({ url, mediaFormat: 'PHOTO', mediaCategory: 'TEAMS' }) as const,
      );
      const upload = await beginUpload(store, { businessNumber: 104, kind: 'media', asked, validateOnly: false });
      if ('refused' in upload) throw new Error('no upload');
      return upload;
    };
    const { end } = completing(table);
    const fetched = { object: 'o', format: 'PNG', width: 1, height: 1, fileBytes: 1 };
    for (let count = 0; count < 15; count++)
      for (const medium of (await begun(20)).media) await end(medium, { status: 'DONE', ...fetched });
    const late = await Promise.all(Array.from({ length: 16 }, () => begun(1)));
    vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 14 * 60_000 + 1000);
    // As the function has it.
    await failLate(table.within({}), () => true);
    vi.mocked(clock.now).mockRestore();
    const statuses = await Promise.all(
      late.map(async ({ uploadId }) => (await media(store).upload(104, uploadId))!.media.map(({ status }) => status)),
    );
    expect(new Set(statuses.flat())).toEqual(new Set(['FAILED']));
  });

  it('removes every version of what was deleted', async () => {
    const medium = await outcome('/png', 'PHOTO');
    await rig.bucket
      .put(medium.object!, { path: new URL(import.meta.url).pathname, bytes: 10, contentType: 'x' })
      .catch(() => {});
    const [oldImage] = (await scan()).filter(({ mediaId }) => mediaId === medium.mediaId);
    expect(await media(store()).remove(101, [mediumFrom(oldImage!)])).toHaveProperty('done');
    const [message] = messagesOf({ oldImage, newImage: undefined });
    expect(toAttributes(oldImage!).type).toEqual({ S: 'media' });
    await workOn(messageFrom(message!.body), { ...ways(), queue: memoryQueue(), isRepeated: false, allowLocal: true });
    expect(await rig.objects.versions(`business/ours/101/${medium.mediaId}/`)).toEqual([]);
    // Shown again, or fetched late, there is nothing to do.
    await workOn(fetchMessage(medium, 0), { ...ways(), queue: memoryQueue(), isRepeated: true, allowLocal: true });
  });
});
