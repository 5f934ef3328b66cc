/** A bucket that does not take a file: neither the call nor the file is left open, nor does it outlast its deadline. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BucketUnavailable, serviceBucket } from '../../../lib/bucket/client.ts';
import { RequestSignal } from '../../../lib/dynamodb/client/abort-signal.ts';
import type { CallOptions } from '../../../lib/dynamodb/client/call.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { useLocalCredentials } from '../../../tools/local-credentials.ts';

/** Linux lists the files that a process has open, also those that were removed. */
const OPEN_FILES = '/proc/self/fd';
const LARGE = 5_000_000;

let folder: string;
let server: Server;
let respond: (socket: Socket) => void;
let tries = 0;
beforeAll(async () => {
  useLocalCredentials();
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  await writeFile(join(folder, 'film'), Buffer.alloc(LARGE));
  server = createServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', () => {
        tries++;
        respond(socket);
      }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL_S3;
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const openFiles = async () => {
  const names = await readdir(OPEN_FILES);
  const targets = await Promise.all(names.map((name) => readlink(join(OPEN_FILES, name)).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder));
};

// An open file keeps its room on the disk when it is removed: some six of the largest fill a function's disk.
it.skipIf(!existsSync(OPEN_FILES)).each<[string, (socket: Socket) => void]>([
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  [
    'answers before it has read the file',
    (socket) => socket.end('HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
  ],
])('closes a file whose bucket %s', async (_, way) => {
  respond = way;
  const file = { path: join(folder, 'film'), bytes: LARGE, contentType: 'video/mp4' };
  await expect(serviceBucket('MEDIA_BUCKET').put('a/b', file)).rejects.toBeInstanceOf(BucketUnavailable);
  await expect.poll(openFiles).toEqual([]);
});

describe.each<[string, (limits: CallOptions) => Promise<unknown>]>([
  ['putText', (limits) => serviceBucket('MEDIA_BUCKET', limits).putText('a/b', '[]')],
  ['getText', (limits) => serviceBucket('MEDIA_BUCKET', limits).getText('a/b')],
])('%s', (_, send) => {
  /** How many tries begin until it is given up. */
  const triesOf = async (limits: CallOptions, way: (socket: Socket) => void): Promise<number> => {
    [tries, respond] = [0, way];
    await expect(send(limits)).rejects.toEqual(expect.objectContaining({ name: 'BucketUnavailable' }));
    return tries;
  };
  const silent = () => {};

  it('begins no try past its deadline', async () => {
    expect(await triesOf({ deadline: clock.now() }, silent)).toBe(0);
    const deadline = clock.now() + 60_000;
    onTestFinished(() => void vi.restoreAllMocks());
    const passing = (socket: Socket) => {
      vi.spyOn(clock, 'now').mockReturnValue(deadline);
      socket.resetAndDestroy();
    };
    expect(await triesOf({ deadline }, passing)).toBe(1);
  });

  it('ends a try that is not answered by then, or once the request is', async () => {
    expect(await triesOf({ deadline: clock.now() + 100 }, silent)).toBeLessThanOrEqual(1);
    const signal = new RequestSignal();
    expect(await triesOf({ signal }, () => signal.abort('answered'))).toBe(1);
  });
});
