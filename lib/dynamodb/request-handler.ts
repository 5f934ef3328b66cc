/** Sends the SDK's requests and reads the answers whole: what the SDK's own handler does for a call that streams nothing. */
import http from 'node:http';
import https from 'node:https';
import type { HttpRequest, HttpResponse, RequestHandler } from '@smithy/types';

export interface Timeouts {
  /** Milliseconds until the connection stands. */
  readonly connectionTimeout: number;
  /** Milliseconds until the answer begins, and between the pieces of its body. */
  readonly requestTimeout: number;
}

/** Carries the code by which the SDK knows a failure that is worth another try. */
const timeout = (what: string, milliseconds: number): Error =>
  Object.assign(new Error(`${what} within ${milliseconds} ms`), { name: 'TimeoutError', code: 'ETIMEDOUT' });

const KEPT_OPEN = { keepAlive: true, maxSockets: 50 } as const;

/** @returns a handler whose answers hold their body as text */
export const createRequestHandler = ({
  connectionTimeout,
  requestTimeout,
}: Timeouts): RequestHandler<HttpRequest, HttpResponse> & { destroy(): void } => {
  const agents = { 'http:': new http.Agent(KEPT_OPEN), 'https:': new https.Agent(KEPT_OPEN) };

  const exchange = (request: HttpRequest): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const { protocol, hostname: host, port, path, method, headers, body } = request;
      const isPlain = protocol === 'http:';
      const options = { host, port, path, method, headers, agent: agents[isPlain ? 'http:' : 'https:'] };
      const sent = (isPlain ? http : https).request(options, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => {
          pieces.push(piece);
          waiting.refresh();
        });
        answer.on('error', fail);
        answer.on('end', () => {
          clearTimeout(waiting);
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({
            statusCode: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body: text,
          });
        });
      });
      const fail = (error: Error) => {
        clearTimeout(waiting);
        clearTimeout(connecting);
        sent.destroy();
        reject(error);
      };
      const waiting = setTimeout(() => fail(timeout('no answer', requestTimeout)), requestTimeout);
      let connecting: NodeJS.Timeout | undefined;
      sent.on('socket', (socket) => {
        if (!socket.connecting) return;
        connecting = setTimeout(() => fail(timeout('no connection', connectionTimeout)), connectionTimeout);
        socket.once('connect', () => clearTimeout(connecting));
      });
      sent.on('error', fail);
      sent.end(body);
    });

  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request) => ({ response: await exchange(request) }),
    destroy() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};
