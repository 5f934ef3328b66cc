/** The function that fetches media, as it is deployed: in a process of its own, with one message. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { nodeOptions } from '../../../cdk/stack/endpoint-function.ts';
import { fetchMessage } from '../../../lib/media/messages.ts';
import { type Medium, mediumFrom, mediumItem, mediumKey } from '../../../lib/media/repository/medium.ts';
import type { OpenTable } from '../../../tools/open-table.ts';

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
const COMMAND = ['--input-type=module', '-e', CHILD];

const environmentOf = (table: OpenTable, body: string, more: Readonly<Record<string, string | undefined>>) => ({
  ...process.env,
  NODE_OPTIONS: nodeOptions,
  BUNDLE: join(inject('bundleDirectory'), 'fetch-media', 'index.mjs'),
  BODY: body,
  TABLE_NAME: table.name,
  DYNAMODB_ENDPOINT: inject('endpoint'),
  MEDIA_QUEUE_URL: 'http://127.0.0.1:9/none',
  WEBHOOKS_LOCAL: 'allowed',
  ...more,
});

let media = 0;

/** Puts a medium that waits to be fetched, and says how its message is. */
const waiting = async (table: OpenTable, url: string, mediaFormat: Medium['mediaFormat']) => {
  const mediaId = `med_${(++media).toString(16).padStart(24, '0')}`;
  const name = { partnerId: 'ours', businessNumber: 101, kind: 'media', mediaId } as const;
  const asked = { url, mediaFormat, status: 'PENDING', created: new Date().toISOString(), tries: 0 };
  const medium = { ...name, ...asked, accountNumber: 100, uploadId: 'u', position: 0 } as Medium;
  await table.put({ Item: mediumItem(medium) });
  return { name, body: JSON.stringify(fetchMessage(medium, 0)) };
};

/** Has the function fetch a file, and says what became of it, and what memory that took. */
export const fetchAlone = async (
  table: OpenTable,
  url: string,
  mediaFormat: Medium['mediaFormat'],
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly medium: Medium; readonly megabytes: number }> => {
  const { name, body } = await waiting(table, url, mediaFormat);
  const { stdout } = await promisify(execFile)(process.execPath, COMMAND, {
    env: environmentOf(table, body, more),
  });
  const { failed, kilobytes } = JSON.parse(stdout.trim().split('\n').at(-1)!);
  if (failed !== 0) throw new Error('the message is to come again');
  return { medium: mediumFrom((await table.get(mediumKey(name)))!), megabytes: kilobytes / 1024 };
};

/** Has the function begin to fetch a file, for whoever ends it. */
export const beginAlone = async (
  table: OpenTable,
  url: string,
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<ChildProcess> => {
  const { body } = await waiting(table, url, 'PHOTO');
  return spawn(process.execPath, COMMAND, { env: environmentOf(table, body, more), stdio: 'ignore' });
};
