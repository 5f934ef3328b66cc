/**
 * A proxy between a client and the service that records each call's request and response byte for byte, whatever the
 * client makes of them. The first segment of a path is the number of the call.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** With the query, without the number of the call. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly status: number;
  /** As the client receives it. */
  readonly reply: string;
}

/** By the number of the call; one that was sent twice has two. */
export type Exchanges = ReadonlyMap<number, readonly Exchange[]>;

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray());

export interface RecorderOptions {
  /** The address of the service. */
  readonly service: string;
  /** Returns the body that the client receives in place of a response's. */
  readonly changed: (call: number, status: number, reply: string) => string;
}

/** @param use - receives the URL for clients, to which they append the number of a call, and the recorded exchanges */
export const withRecorder = async <T>(
  { service, changed }: RecorderOptions,
  use: (url: string, exchanges: Exchanges) => Promise<T>,
): Promise<T> => {
  const exchanges = new Map<number, Exchange[]>();
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const [, number, path = '/'] = /^\/(\d+)(\/.*)$/.exec(incoming.url ?? '') ?? [];
    const call = Number(number);
    const { method = 'GET', headers } = incoming;
    const body = await bytesOf(incoming);
    const { host: _, connection: __, ...passed } = headers;
    const onward = request(`${service}${path}`, { method, headers: passed }).end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const status = answer.statusCode ?? 0;
    const reply = changed(call, status, (await bytesOf(answer)).toString());
    const exchange = { method, path, headers, body: body.toString(), status, reply };
    exchanges.set(call, [...(exchanges.get(call) ?? []), exchange]);
    const { 'content-length': ___, connection: ____, 'transfer-encoding': _____, ...own } = answer.headers;
    outgoing.writeHead(status, { ...own, 'content-length': Buffer.byteLength(reply) }).end(reply);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: Error) => outgoing.writeHead(502).end(error.message));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, exchanges);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
