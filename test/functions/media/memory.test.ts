/** The memory of the function that fetches media, as it is deployed: a process of its own, with the worst files there may be. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenTable } from '../../../tools/open-table.ts';
import { film, png } from '../../support/media-files.ts';
import { openWorld } from '../../support/opened-world.ts';
import { claimedSamples, emptyScans, longTables } from '../../trust/files-hostile.ts';
import { beginAlone, fetchAlone } from './alone.ts';
import { type BucketRig, bytes, openBucket, serve } from './rig.ts';

const MEGABYTE = 1_048_576;
const LARGE = 75 * MEGABYTE - 15_000;

let table: OpenTable;
let rig: BucketRig;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  table = await openWorld();
  rig = await openBucket();
  server = await serve({
    '/film': bytes(await film({ bytes: LARGE })),
    '/claimed-samples': bytes(claimedSamples(268_000_000)),
    '/long-tables': bytes(longTables(16 * MEGABYTE)),
    '/empty-scans': bytes(emptyScans(20 * MEGABYTE)),
    '/picture': bytes(png(800, 800)),
    '/stalls': (_, response) => void response.writeHead(200).write(png(800, 800).subarray(0, 5000)),
  });
});
afterAll(async () => {
  await server.close();
  await rig.close();
});

it('is below 128 MB in all, Node and the bundle counted', async () => {
  const { medium, megabytes } = await fetchAlone(table, `${server.url}/film`, 'VIDEO');
  expect([medium.status, medium.failureReason]).toEqual(['DONE', undefined]);
  expect(medium.fileBytes).toBeGreaterThan(74 * MEGABYTE);
  expect(megabytes).toBeLessThan(128);
});

it.each([
  ['/claimed-samples', 'VIDEO', '2174: The video is broken or ends early'],
  ['/long-tables', 'VIDEO', expect.stringMatching(/^2174: The video lasts \d+\.\d seconds; at most 30 are taken$/)],
  ['/empty-scans', 'PHOTO', '2174: The picture is broken or ends early'],
] as const)(
  'is not that of what a file claims: %s',
  async (path, as, reason) => {
    const { medium, megabytes } = await fetchAlone(table, `${server.url}${path}`, as);
    expect([medium.status, medium.failureReason]).toEqual(['FAILED', reason]);
    expect(megabytes).toBeLessThan(128);
  },
  60_000,
);

describe('A worker that was killed', () => {
  it('leaves a file, which the next one on its disk removes when it starts', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'disk-'));
    try {
      const other = join(disk, 'medium-of-another');
      await writeFile(other, '');
      const killed = await beginAlone(table, `${server.url}/stalls`, { TMPDIR: disk });
      await expect.poll(() => readdir(disk)).toHaveLength(2);
      const ended = new Promise((resolve) => killed.once('exit', resolve));
      killed.kill('SIGKILL');
      await ended;
      expect(await readdir(disk)).toHaveLength(2);
      // As on a stage: where loopback is allowed the disk may be that of other workers too.
      const { medium } = await fetchAlone(table, `${server.url}/picture`, 'PHOTO', {
        TMPDIR: disk,
        WEBHOOKS_LOCAL: undefined,
      });
      expect(medium.failureReason).toBe('2171: The URL cannot be reached');
      expect(await readdir(disk)).toEqual(['medium-of-another']);
    } finally {
      await rm(disk, { recursive: true, force: true });
    }
  });
});
