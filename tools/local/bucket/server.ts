/**
 * The bucket on this machine: speaks the calls of Amazon S3 that the functions make, and serves what they have signed, to whoever
 * has the URL and for as long as it says.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenLocally } from '../listen.ts';
import type { Objects } from './objects.ts';
import { isSigned } from './signatures.ts';

export interface BucketServer {
  readonly endpoint: string;
  close(): Promise<void>;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const answerXml = (response: ServerResponse, status: number, xml: string): void => {
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
};

const refuse = (response: ServerResponse, status: number, code: string): void =>
  answerXml(response, status, `<Error><Code>${code}</Code></Error>`);

type Serve = (objects: Objects, key: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const put: Serve = async (objects, key, request, response) => {
  const { 'content-type': contentType = 'binary/octet-stream', 'content-disposition': disposition = '' } =
    request.headers;
  const { versionId } = await objects.put(key, { contentType, contentDisposition: disposition }, request);
  response.writeHead(200, { 'x-amz-version-id': versionId }).end();
};

const get: Serve = async (objects, key, _request, response) => {
  const found = await objects.get(key);
  if (!found) return refuse(response, 404, 'NoSuchKey');
  const { contentType, contentDisposition, bytes } = found.head;
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': bytes,
    ...(contentDisposition && { 'Content-Disposition': contentDisposition }),
    'X-Content-Type-Options': 'nosniff',
  });
  found.open().pipe(response);
};

const list = async (objects: Objects, prefix: string, response: ServerResponse): Promise<void> => {
  const entries = (await objects.versions(prefix)).map(
    ({ key, versionId }) => `<Version><Key>${escaped(key)}</Key><VersionId>${versionId}</VersionId></Version>`,
  );
  answerXml(response, 200, `<ListVersionsResult>${entries.join('')}</ListVersionsResult>`);
};

interface BucketServerOptions {
  /** The bucket's name, the first part of each path. */
  readonly name: string;
  readonly objects: Objects;
  readonly now?: () => number;
}

/** Serves a bucket on loopback alone. */
export const startBucketServer = async ({
  name,
  objects,
  now = Date.now,
}: BucketServerOptions): Promise<BucketServer> => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    if (bucket !== name) return refuse(response, 404, 'NoSuchBucket');
    if (!isSigned(request, now())) return refuse(response, 403, 'AccessDenied');
    if (request.method === 'PUT' && key !== '') return put(objects, key, request, response);
    if (request.method === 'GET' && key !== '') return get(objects, key, request, response);
    if (request.method === 'GET' && url.searchParams.has('versions'))
      return list(objects, url.searchParams.get('prefix') ?? '', response);
    const versionId = url.searchParams.get('versionId');
    if (request.method !== 'DELETE' || versionId === null) return refuse(response, 405, 'MethodNotAllowed');
    await objects.remove({ key, versionId });
    response.writeHead(204).end();
  };
  const listening = await listenLocally(
    (request, response) =>
      void serve(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else refuse(response, 500, 'InternalError');
      }),
    { port: 0, host: '127.0.0.1' },
  );
  return { endpoint: `http://127.0.0.1:${listening.port}`, close: () => listening.close(0) };
};
