/**
 * Sends one request exactly as given: the case of its headers, the escapes in its path, and the version of HTTP matter.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';

export interface SmokeRequest {
  readonly method?: string;
  /** The path after the API's base, exactly as in the request line. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SmokeReply {
  /** 0 if there was no response; `text` says why. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const TIMEOUT = 35_000;

const failure = (error: unknown): SmokeReply => ({ status: 0, headers: {}, text: (error as Error).message });

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

const flat = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), textOf(value)]));

const readAll = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** Over HTTP/1.1, with the header names in the given case. */
export const sendHttp1 = (base: string, { method = 'GET', path, headers = {}, body }: SmokeRequest) =>
  new Promise<SmokeReply>((resolve) => {
    const { protocol, hostname, port, pathname } = new URL(base);
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const request = send(
      {
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path: `${pathname.replace(/\/+$/, '')}${path}`,
        headers: { ...headers, ...length },
        timeout: TIMEOUT,
        agent: false,
      },
      (reply: IncomingMessage) => {
        readAll(reply).then(
          (text) => resolve({ status: reply.statusCode ?? 0, headers: flat(reply.headers), text }),
          (error) => resolve(failure(error)),
        );
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', (error) => resolve(failure(error)));
    request.end(body);
  });

/** Over HTTP/2, where header names are in lower case. */
export const sendHttp2 = (base: string, { method = 'GET', path, headers = {}, body }: SmokeRequest) =>
  new Promise<SmokeReply>((resolve) => {
    const { origin, pathname } = new URL(base);
    const session = connect(origin);
    const done = (reply: SmokeReply) => {
      session.close();
      resolve(reply);
    };
    session.on('error', (error) => done(failure(error)));
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const stream = session.request({
      ...lower,
      ':method': method,
      ':path': `${pathname.replace(/\/+$/, '')}${path}`,
    });
    stream.setTimeout(TIMEOUT, () => stream.destroy(new Error('no answer in time')));
    stream.on('error', (error) => done(failure(error)));
    stream.on('response', (replyHeaders) => {
      readAll(stream as AsyncIterable<Buffer>).then(
        (text) => done({ status: Number(replyHeaders[':status']), headers: flat(replyHeaders), text }),
        (error) => done(failure(error)),
      );
    });
    stream.end(body);
  });
