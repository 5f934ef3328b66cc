/** One try: sends a request over a kept-alive connection, and reads the complete response. */
import http from 'node:http';
import https from 'node:https';
import type { CallOptions, Waits } from './call.ts';
import { GIVEN_UP, isOver, TryError, timeLeft, timerOf } from './try-error.ts';

/** The target of requests: the result of `urlToHttpOptions`, computed once instead of for each request. */
export type Target = Pick<http.RequestOptions, 'protocol' | 'hostname' | 'port' | 'path'>;

export interface Message {
  readonly target: Target;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: string;
  /** POST if left out. */
  readonly method?: 'GET';
}

export interface Response {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Exchange = (message: Message, options: CallOptions) => Promise<Response>;

const KEPT_OPEN = { keepAlive: true, maxSockets: 50 } as const;

/**
 * @returns a function that sends a message and resolves to the response, whatever its status
 * @throws TryError `TimeoutError`, `NetworkError` or `DeadlineError`; the connection is then closed
 */
export const createExchange = ({ connectionTimeout, requestTimeout }: Waits): Exchange => {
  const agents = { 'http:': new http.Agent(KEPT_OPEN), 'https:': new https.Agent(KEPT_OPEN) };

  return ({ target, headers, body, method = 'POST' }, options) =>
    new Promise((resolve, reject) => {
      const isPlain = target.protocol === 'http:';
      const request = (isPlain ? http : https).request({
        ...target,
        method,
        headers,
        agent: agents[isPlain ? 'http:' : 'https:'],
      });
      const { signal } = options;
      let isSent = false;

      const finish = () => {
        clearTimeout(connecting);
        clearTimeout(waiting);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (name: string, message: string, cause?: unknown) => {
        finish();
        request.destroy();
        const retry = name === GIVEN_UP ? undefined : 'transient';
        reject(new TryError(message, { name, uncertain: isSent, retry, cause }));
      };
      const giveUp = (cause?: unknown) => fail(GIVEN_UP, 'The call was given up', cause);
      const onAbort = () => giveUp(signal?.reason);
      const failOnNetwork = (error: Error) => fail('NetworkError', error.message, error);
      // If the deadline comes first, the timer reports the deadline.
      const after = (milliseconds: number, what: string) => {
        const left = timeLeft(options);
        const expire = () =>
          left <= milliseconds || isOver(options)
            ? giveUp()
            : fail('TimeoutError', `No ${what} within ${milliseconds} ms`);
        return setTimeout(expire, timerOf(Math.min(milliseconds, left)));
      };
      const connecting = after(connectionTimeout, 'connection');
      let waiting = after(requestTimeout, 'response');
      signal?.addEventListener('abort', onAbort, { once: true });

      // Write nothing before the connection is established: then it is known whether anything was sent, and a process
      // that was frozen while connecting does not send after its deadline.
      const send = () => {
        clearTimeout(connecting);
        if (isOver(options)) return giveUp();
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
          clearTimeout(waiting);
          waiting = after(requestTimeout, 'response');
        });
        // Also emitted if fewer bytes arrive than Content-Length states.
        response.on('error', failOnNetwork);
        response.on('end', () => {
          finish();
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        });
      });
    });
};
