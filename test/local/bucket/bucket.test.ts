/** The bucket on this machine: versions, lists, and signatures that are looked at. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceBucket } from '../../../lib/bucket/client.ts';
import { placeOf, signedRequest } from '../../../lib/bucket/place.ts';
import { type Objects, objectsIn } from '../../../tools/local/bucket/objects.ts';
import { type BucketServer, startBucketServer } from '../../../tools/local/bucket/server.ts';
import { useLocalCredentials } from '../../../tools/local-credentials.ts';

let folder: string;
let objects: Objects;
let server: BucketServer;
let now = Date.now();
beforeAll(async () => {
  useLocalCredentials();
  folder = await mkdtemp(join(tmpdir(), 'bucket-'));
  objects = objectsIn(join(folder, 'objects'));
  server = await startBucketServer({ name: 'media', objects, now: () => now });
  process.env.AWS_ENDPOINT_URL_S3 = server.endpoint;
});
afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL_S3;
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const put = async (key: string, text: string) => {
  const path = join(folder, 'file');
  await writeFile(path, text);
  await serviceBucket('MEDIA_BUCKET').put(key, { path, bytes: Buffer.byteLength(text), contentType: 'image/png' });
};
const urlOf = (key: string, seconds = 60) => serviceBucket('MEDIA_BUCKET').urlOf(key, seconds);
const keysOf = async (prefix: string) => (await objects.versions(prefix)).map(({ key }) => key);

it('keeps every version, serves the last one, and removes all of them', async () => {
  await put('a/1', 'one');
  await put('a/1', 'two');
  await put('a/2', 'other');
  await put('b/1', 'apart');
  expect(await keysOf('a/')).toEqual(['a/1', 'a/1', 'a/2']);
  expect(await (await fetch(urlOf('a/1'))).text()).toBe('two');
  await serviceBucket('MEDIA_BUCKET').removeAll('a/');
  expect([await keysOf('a/'), await keysOf('b/')]).toEqual([[], ['b/1']]);
  expect((await fetch(urlOf('a/1'))).status).toBe(404);
});

it('serves what is signed, as long as it says, and nothing else', async () => {
  await put('c/1', 'secret');
  const url = urlOf('c/1', 900);
  expect((await fetch(url)).status).toBe(200);
  const other = new URL(url);
  other.pathname = '/media/b/1';
  const longer = url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000');
  for (const wrong of [
    url.slice(0, -1),
    other.href,
    longer,
    url.replace(/\?.*/, ''),
    url.replace('/media/', '/other/'),
  ])
    expect((await fetch(wrong)).status, wrong).toBeGreaterThanOrEqual(403);
  // The URL was signed some time after `now` was read: an hour is past its quarter of one in any case.
  now += 3_600_000;
  expect((await fetch(url)).status).toBe(403);
  now -= 3_600_000;
});

it('takes calls that are signed for what they are', async () => {
  const { url, headers } = signedRequest(placeOf('MEDIA_BUCKET'), {
    method: 'DELETE',
    key: 'b/1',
    query: { versionId: 'x' },
  });
  const { Host: _, host: __, ...own } = headers as Record<string, string>;
  expect((await fetch(url, { method: 'DELETE', headers: own })).status).toBe(204);
  expect((await fetch(url.href.replace('b/1', 'b/2'), { method: 'DELETE', headers: own })).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  expect((await fetch(url, { method: 'POST', headers: own })).status).toBe(403);
});
