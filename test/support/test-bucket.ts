/** A bucket in memory for tests of functions that put and get objects: as S3 answers them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useLocalCredentials } from '../../tools/local-credentials.ts';

export interface TestBucket {
  readonly objects: Map<string, string>;
  /** Whether all requests fail. */
  isDown: boolean;
}

const opened: { bucket?: TestBucket; endpoint?: string } = {};

const name = (endpoint: string): void => {
  useLocalCredentials();
  process.env.MEDIA_BUCKET = 'media';
  process.env.AWS_ENDPOINT_URL_S3 = endpoint;
  process.env.BULK_PLANS = 'trial:100:500 standard:10000:100000 enterprise:10000:2000000';
};

/** Opens it once, and names it and the limits of bulk updates in the environment of a test file. It ends with the process. */
export const useTestBucket = async (): Promise<TestBucket> => {
  if (opened.bucket && opened.endpoint) {
    name(opened.endpoint);
    return opened.bucket;
  }
  const bucket: TestBucket = { objects: new Map(), isDown: false };
  opened.bucket = bucket;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const key = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\/media\//, '');
    if (bucket.isDown) return void response.writeHead(503).end();
    if (request.method === 'PUT') bucket.objects.set(key, Buffer.concat(pieces).toString());
    const text = bucket.objects.get(key);
    if (text === undefined) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else response.writeHead(200).end(request.method === 'GET' ? text : '');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  opened.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  name(opened.endpoint);
  return bucket;
};
