import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Exchange, headerOf } from './exchange.ts';
import type { ApiModel } from './model.ts';
import { readPath } from './router.ts';

/** API Gateway's payload limit, which cannot be raised. */
const payloadLimit = 10 * 1024 * 1024;

/**
 * Reads a body of up to 10 MB. A larger one is read and discarded, so that the connection stays usable for
 * the 413. Rejects when the client disconnects.
 */
const readBody = (request: IncomingMessage): Promise<{ body: Buffer; tooLarge: boolean }> =>
  new Promise((resolve, reject) => {
    const none = Buffer.alloc(0);
    let chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= payloadLimit) chunks.push(chunk);
      else {
        chunks = [];
        resolve({ body: none, tooLarge: true });
      }
    });
    request.on('end', () => resolve({ body: Buffer.concat(chunks), tooLarge: false }));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The client closed the connection.')));
  });

const headerPairs = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));

/** The part of the request target that names the resource: a target in absolute form loses scheme and host. */
export const targetOf = ({ url = '/' }: IncomingMessage): { path: string; query: string } => {
  const target = url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  const [path, query] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
  return { path: path === '' ? '/' : path, query };
};

/**
 * Reads a complete request, as API Gateway does before it looks for a route. A client's `X-HTTP-Method-Override`
 * replaces the method: one of API Gateway's documented peculiarities.
 */
export const readExchange = async (request: IncomingMessage, model: ApiModel, now: () => number): Promise<Exchange> => {
  const { path: sent, query } = targetOf(request);
  const headers = headerPairs(request);
  const verb = (headerOf(headers, 'x-http-method-override') || request.method) ?? 'GET';
  const { localPort, remoteAddress } = request.socket;
  return {
    requestId: randomUUID(),
    extendedRequestId: `${randomBytes(11).toString('base64url')}=`,
    epoch: now(),
    verb: verb.toUpperCase(),
    ...readPath(sent, model.stage.name, model.root),
    query,
    headers,
    ...(await readBody(request)),
    protocol: `HTTP/${request.httpVersion}`,
    sourceIp: (remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
    port: localPort ?? 0,
  };
};
