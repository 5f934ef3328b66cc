/** What the tests of the fetch of media share: a bucket, a queue in memory, servers that misbehave, and the worker. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bucket, serviceBucket } from '../../../lib/bucket/client.ts';
import { type Place, signedRequest } from '../../../lib/bucket/place.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { workOn } from '../../../lib/media/fetch-medium.ts';
import { messageFrom } from '../../../lib/media/messages.ts';
import type { Queue, QueueMessage } from '../../../lib/queue/client.ts';
import { startBucketEngine } from '../../../tools/local/bucket/bucket-engine.ts';
import { type Objects, objectsIn } from '../../../tools/local/bucket/objects.ts';
import { startBucketServer } from '../../../tools/local/bucket/server.ts';
import { useLocalCredentials } from '../../../tools/local-credentials.ts';

export interface BucketRig {
  readonly bucket: Bucket;
  /** What lies in the bucket, past the client that is tested. */
  readonly objects: Pick<Objects, 'versions'>;
  close(): Promise<void>;
}

/** What another engine says that lies in its bucket. */
const versionsAt = (place: Place): BucketRig['objects'] => ({
  async versions(prefix) {
    const query = { prefix, versions: '' };
    const { url, headers } = signedRequest(place, { method: 'GET', key: '', query });
    const { host: _, Host: __, ...own } = headers as Record<string, string>;
    const xml = await (await fetch(url, { headers: own })).text();
    return [...xml.matchAll(/<Version>.*?<Key>([^<]*)<.*?<VersionId>([^<]*)<.*?<\/Version>/gs)].map(
      ([, key = '', versionId = '']) => ({ key, versionId }),
    );
  },
});

const openAt = async (endpoint: string): Promise<Omit<BucketRig, 'bucket'>> => {
  const engine = await startBucketEngine({ buckets: ['Media'], prefix: randomUUID() });
  process.env.MEDIA_BUCKET = engine.references.Media;
  process.env.AWS_ENDPOINT_URL_S3 = endpoint;
  return { objects: versionsAt(engine.place), close: () => engine.stop() };
};

const openHere = async (): Promise<Omit<BucketRig, 'bucket'>> => {
  const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
  const objects = objectsIn(folder);
  const server = await startBucketServer({ name: 'media', objects });
  process.env.MEDIA_BUCKET = 'media';
  process.env.AWS_ENDPOINT_URL_S3 = server.endpoint;
  const close = async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { objects, close };
};

/** A bucket of its own, in this process or in the engine at `S3_ENDPOINT`, and what the environment says of it. */
export const openBucket = async (): Promise<BucketRig> => {
  const { S3_ENDPOINT } = process.env;
  useLocalCredentials();
  const { objects, close } = await (S3_ENDPOINT ? openAt(S3_ENDPOINT) : openHere());
  return {
    bucket: serviceBucket('MEDIA_BUCKET'),
    objects,
    close: async () => {
      delete process.env.AWS_ENDPOINT_URL_S3;
      await close();
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

/** A server on this machine; each path answers as the test says. */
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
