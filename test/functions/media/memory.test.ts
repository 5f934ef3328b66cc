/** The memory of the function that fetches media, as it is deployed: a process of its own, with the largest film there may be. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { nodeOptions } from '../../../cdk/stack/endpoint-function.ts';
import type { OpenTable } from '../../../cdk/tools/open-table.ts';
import { fetchMessage } from '../../../lib/media/messages.ts';
import { type Medium, mediumFrom, mediumItem, mediumKey } from '../../../lib/media/repository/medium.ts';
import { film } from '../../support/media-files.ts';
import { openWorld } from '../../support/opened-world.ts';
import { type BucketRig, bytes, openBucket, serve } from './rig.ts';

const LARGE = 75 * 1_048_576 - 15_000;

let table: OpenTable;
let rig: BucketRig;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  table = await openWorld();
  rig = await openBucket();
  server = await serve({ '/film': bytes(await film({ bytes: LARGE })) });
});
afterAll(async () => {
  await server.close();
  await rig.close();
});

/**
 * Calls the handler with one message, and says in kilobytes what the process had at most. What Linux counts as the most of a
 * process takes in what its parent had when it was started; `VmHWM` is of the process alone.
 */
const CHILD = `
  const { handler } = await import(process.env.BUNDLE);
  const Records = [{ messageId: 'm', body: process.env.BODY, attributes: { ApproximateReceiveCount: '1' } }];
  const { batchItemFailures } = await handler({ Records }, { getRemainingTimeInMillis: () => 150000 });
  const { readFile } = await import('node:fs/promises');
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kilobytes = Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
  console.log(JSON.stringify({ failed: batchItemFailures.length, kilobytes }));
`;

it('is below 128 MB in all, Node and the bundle counted', async () => {
  const name = { partnerId: 'ours', businessNumber: 101, kind: 'media', mediaId: `med_${'a'.repeat(24)}` } as const;
  const created = new Date().toISOString();
  const asked = { url: `${server.url}/film`, mediaFormat: 'VIDEO', status: 'PENDING', created, tries: 0 };
  const medium = { ...name, ...asked, accountNumber: 100, uploadId: 'u', position: 0 } as Medium;
  await table.put({ Item: mediumItem(medium) });
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', CHILD], {
    env: {
      ...process.env,
      NODE_OPTIONS: nodeOptions,
      BUNDLE: join(inject('bundleDirectory'), 'fetch-media', 'index.mjs'),
      BODY: JSON.stringify(fetchMessage(medium, 0)),
      TABLE_NAME: table.name,
      DYNAMODB_ENDPOINT: inject('endpoint'),
      MEDIA_QUEUE_URL: 'http://127.0.0.1:9/none',
      WEBHOOKS_LOCAL: 'allowed',
    },
  });
  const { failed, kilobytes } = JSON.parse(stdout);
  const found = mediumFrom((await table.get(mediumKey(name)))!);
  expect([failed, found.status, found.failureReason]).toEqual([0, 'DONE', undefined]);
  expect(found.fileBytes).toBeGreaterThan(74 * 1_048_576);
  expect(kilobytes / 1024).toBeLessThan(128);
}, 60_000);
