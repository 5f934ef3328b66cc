/** Lambda's runtime API, as far as AWS's runtime interface client asks it: hands out events, and takes what becomes of them. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the client said of an event: what the function returned, or the error that it ended with. */
export type Returned = { readonly value: unknown } | { readonly error: { errorType?: string; errorMessage?: string } };

export interface RuntimeApi {
  /** `AWS_LAMBDA_RUNTIME_API` of the client. */
  readonly address: string;
  /** Hands out an event; waits for what becomes of it. */
  invoke(event: unknown): Promise<Returned>;
  /** Ends the wait, as the client is gone. */
  fail(why: string): void;
  close(): void;
}

const VERSION = '/2018-06-01/runtime';
/** Longer than any function takes, and shorter than whoever waits here. */
const DEADLINE_MILLISECONDS = 25_000;

export const startRuntimeApi = async (): Promise<RuntimeApi> => {
  let waiting: ServerResponse | undefined;
  let next: { readonly id: string; readonly event: string } | undefined;
  let complete: (returned: Returned) => void = () => {};
  let giveUp: (error: Error) => void = () => {};
  let broken: Error | undefined;
  let count = 0;

  const handOut = () => {
    if (!waiting || !next) return;
    waiting.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': next.id,
      'lambda-runtime-deadline-ms': String(Date.now() + DEADLINE_MILLISECONDS),
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:us-east-1:000000000000:function:tried',
      'lambda-runtime-trace-id': 'Root=1-5e1b4151-5ac6c58dc39a6b4a1d5a3b0b;Parent=53995c3f42cd8ad8;Sampled=0',
    });
    waiting.end(next.event);
    waiting = undefined;
    next = undefined;
  };

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path === `${VERSION}/invocation/next`) {
      waiting = response;
      handOut();
      return;
    }
    const body = JSON.parse((await text(request)) || 'null');
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
    if (path.endsWith('/response')) complete({ value: body });
    // Of an event, and of a bundle that does not load.
    else if (path.endsWith('/error')) complete({ error: body });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    invoke: (event) =>
      new Promise((resolve, reject) => {
        if (broken) {
          reject(broken);
          return;
        }
        giveUp = reject;
        const timer = setTimeout(() => reject(new Error('The client takes too long')), DEADLINE_MILLISECONDS);
        timer.unref();
        complete = (returned) => {
          clearTimeout(timer);
          resolve(returned);
        };
        next = { id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`, event: JSON.stringify(event) };
        handOut();
      }),
    fail(why) {
      broken = new Error(why);
      giveUp(broken);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};
