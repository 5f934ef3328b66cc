/** What the tests of the fetch of media share: a bucket, a queue in memory, servers that misbehave, and the worker. */
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Objects, objectsIn } from '../../../cdk/tools/local/bucket/objects.ts';
import { startBucketServer } from '../../../cdk/tools/local/bucket/server.ts';
import { useLocalCredentials } from '../../../cdk/tools/local-credentials.ts';
import { type Bucket, serviceBucket } from '../../../lib/bucket/client.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import { workOn } from '../../../lib/media/fetch-medium.ts';
import { messageFrom } from '../../../lib/media/messages.ts';
import type { Queue, QueueMessage } from '../../../lib/queue/client.ts';

export interface BucketRig {
  readonly bucket: Bucket;
  readonly objects: Objects;
  close(): Promise<void>;
}

/** A bucket of its own, and what the environment says of it. */
export const openBucket = async (): Promise<BucketRig> => {
  const { S3_ENDPOINT } = process.env;
  if (S3_ENDPOINT)
    throw new Error('these tests look into the folder of the bucket: run test/functions/media/engine.ts');
  useLocalCredentials();
  const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
  const objects = objectsIn(folder);
  const server = await startBucketServer({ name: 'media', objects });
  process.env.MEDIA_BUCKET = 'media';
  process.env.AWS_ENDPOINT_URL_S3 = server.endpoint;
  const bucket = serviceBucket('MEDIA_BUCKET');
  return {
    bucket,
    objects,
    close: async () => {
      delete process.env.AWS_ENDPOINT_URL_S3;
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export interface MemoryQueue extends Queue {
  /** What was sent and not taken out yet. */
  readonly waiting: QueueMessage[];
}

export const memoryQueue = (): MemoryQueue => {
  const waiting: QueueMessage[] = [];
  const queue: MemoryQueue = {
    waiting,
    send: async (messages) => void waiting.push(...messages),
    within: () => queue,
  };
  return queue;
};

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine; each path answers as it is told. */
export const serve = async (answers: Readonly<Record<string, Answer>>) => {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    const answer = answers[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end('nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export const bytes =
  (body: Buffer, headers: Record<string, string | number> = {}): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-length': body.length, ...headers }).end(body);

/** Works off what waits in a queue, retries too, without the waits between them. */
export const drain = async (queue: MemoryQueue, ways: { readonly table: Table; readonly bucket: Bucket }) => {
  for (let message = queue.waiting.shift(); message; message = queue.waiting.shift())
    await workOn(messageFrom(message.body), { ...ways, queue, isRepeated: false, allowLocal: true });
};
