/** One try: a request sent over a connection that is kept open, and its response, read whole. */
import http from 'node:http';
import https from 'node:https';
import type { CallOptions, Waits } from './call.ts';
import { GIVEN_UP, isOver, TryError, whenEnded } from './try-error.ts';

export interface Message {
  readonly url: URL;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: string;
}

export interface Response {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Exchange = (message: Message, options: CallOptions) => Promise<Response>;

const KEPT_OPEN = { keepAlive: true, maxSockets: 50 } as const;

/**
 * @returns sends a message and resolves to the response, whatever its status
 * @throws TryError `TimeoutError`, `NetworkError` or `DeadlineError`; the connection is closed then
 */
export const createExchange = ({ connectionTimeout, requestTimeout }: Waits): Exchange => {
  const agents = { 'http:': new http.Agent(KEPT_OPEN), 'https:': new https.Agent(KEPT_OPEN) };

  return ({ url, headers, body }, options) =>
    new Promise((resolve, reject) => {
      const isPlain = url.protocol === 'http:';
      const request = (isPlain ? http : https).request(url, {
        method: 'POST',
        headers,
        agent: agents[isPlain ? 'http:' : 'https:'],
      });
      let isSent = false;

      const settle = () => {
        clearTimeout(connecting);
        clearTimeout(waiting);
        stopWaiting();
      };
      const fail = (name: string, message: string, cause?: unknown) => {
        settle();
        request.destroy();
        const retry = name === GIVEN_UP ? undefined : 'transient';
        reject(new TryError(message, { name, uncertain: isSent, retry, cause }));
      };
      const failOnNetwork = (error: Error) => fail('NetworkError', error.message, error);
      const after = (milliseconds: number, what: string) =>
        setTimeout(() => fail('TimeoutError', `No ${what} within ${milliseconds} ms`), milliseconds);
      const connecting = after(connectionTimeout, 'connection');
      const waiting = after(requestTimeout, 'response');
      const stopWaiting = whenEnded(options, (cause) => fail(GIVEN_UP, 'The call was given up', cause));

      // Nothing is written before the connection stands: so it is known whether anything was, and a process that was
      // frozen while it connected does not send after its deadline.
      const send = () => {
        clearTimeout(connecting);
        if (isOver(options)) return fail(GIVEN_UP, 'The call was given up');
        isSent = true;
        request.end(body);
      };
      request.on('socket', (socket) => {
        if (socket.connecting) socket.once(isPlain ? 'connect' : 'secureConnect', send);
        else send();
      });
      request.on('error', failOnNetwork);
      request.on('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => {
          pieces.push(piece);
          waiting.refresh();
        });
        // Also where fewer bytes came than Content-Length said.
        response.on('error', failOnNetwork);
        response.on('end', () => {
          settle();
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        });
      });
    });
};
