/** A process of its own that runs functions as a sandbox does: it can be frozen, thawed and killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { compileCache } from '../../tools/local/lambda.ts';
import { localEnvironment } from '../../tools/local-credentials.ts';
import { requestPage } from '../support/request-page.ts';
import { type Handler, importHandler } from './bundles.ts';

export interface SandboxOptions {
  readonly assemblyDirectory: string;
  readonly tableName: string;
  /** Where its functions find the store. */
  readonly endpoint: string;
}

/** Where a sandbox freezes by itself: before it makes a request to the store, or before it writes to a connection. */
export type Moment = 'before' | 'connected';

export interface Invocation {
  /** The bundle's name. */
  readonly entry: string;
  readonly event: object;
  /** When the time of the function is over, in milliseconds since 1970. */
  readonly end: number;
  /** The process stops itself there, at the request of this number, from 1. */
  readonly freeze?: { readonly call: number; readonly moment: Moment } | undefined;
}

export interface Answer {
  /** Whether it came to the moment at which it was to freeze by itself. */
  readonly froze: boolean;
  /** When it began its last request to the store, in milliseconds since 1970; 0 where it made none. */
  readonly lastBegun: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface Sandbox {
  /** Rejects where the process was killed. */
  invoke(invocation: Invocation): Promise<Answer>;
  /** Sends it a signal: SIGSTOP, SIGCONT, SIGKILL. */
  signal(name: NodeJS.Signals): void;
  isAlive(): boolean;
  close(): Promise<void>;
}

type Reply = { readonly id: number } & ({ readonly answer: Answer } | { readonly failed: string });

/** Starts a process; it loads a bundle when it is first asked for it. */
export const startSandbox = async (
  { assemblyDirectory, tableName, endpoint }: SandboxOptions,
  written: (text: string) => void = () => {},
): Promise<Sandbox> => {
  // API Gateway's counts, as `countNothing` has them served.
  const { PATH, AWS_ENDPOINT_URL_API_GATEWAY, USAGE_PLANS } = process.env;
  const child: ChildProcess = fork(import.meta.filename, [assemblyDirectory], {
    env: {
      ...{ PATH, AWS_ENDPOINT_URL_API_GATEWAY, USAGE_PLANS },
      ...compileCache(),
      ...localEnvironment,
      ...requestPage,
      TABLE_NAME: tableName,
      DYNAMODB_ENDPOINT: endpoint,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', written);
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let isAlive = true;
  let count = 0;
  child.on('message', (reply: Reply) => {
    const { resolve, reject } = waiting.get(reply.id)!;
    waiting.delete(reply.id);
    if ('answer' in reply) resolve(reply.answer);
    else reject(new Error(reply.failed));
  });
  const ended = once(child, 'exit').then(() => {
    isAlive = false;
    for (const { reject } of waiting.values()) reject(new Error('the process ended'));
  });
  return {
    invoke: (invocation) =>
      new Promise((resolve, reject) => {
        const id = count++;
        waiting.set(id, { resolve, reject });
        child.send({ id, invocation });
      }),
    signal: (name) => void child.kill(name),
    isAlive: () => isAlive,
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const { request } = http;

/** Notes when requests to the store begin, and has the process stop itself at one of them. */
const watch = ({ call, moment }: Partial<NonNullable<Invocation['freeze']>> = {}) => {
  const seen = { froze: false, lastBegun: 0 };
  const stop = () => {
    seen.froze = true;
    process.kill(process.pid, 'SIGSTOP');
  };
  let calls = 0;
  http.request = ((...args: Parameters<typeof request>) => {
    calls++;
    seen.lastBegun = Date.now();
    if (calls !== call) return request(...args);
    if (moment === 'before') stop();
    const sent = request(...args);
    // Ahead of whoever writes once there is a connection.
    if (moment === 'connected') sent.once('socket', stop);
    return sent;
  }) as typeof request;
  return seen;
};

const serve = (assemblyDirectory: string): void => {
  const handlers = new Map<string, Promise<Handler>>();
  const run = async ({ entry, event, end, freeze }: Invocation): Promise<Answer> => {
    const loading = handlers.get(entry) ?? importHandler(assemblyDirectory, entry);
    handlers.set(entry, loading);
    const handler = await loading;
    const seen = watch(freeze);
    try {
      const result = await handler(event, { getRemainingTimeInMillis: () => end - Date.now() });
      const { statusCode, headers = {}, body } = result as APIGatewayProxyResult;
      return { ...seen, status: statusCode, headers, body };
    } finally {
      // A call that was not reached in time would freeze a later request, which no one thaws.
      http.request = request;
    }
  };
  process.on('message', async ({ id, invocation }: { id: number; invocation: Invocation }) => {
    try {
      process.send?.({ id, answer: await run(invocation) } satisfies Reply);
    } catch (error) {
      process.send?.({ id, failed: String(error) } satisfies Reply);
    }
  });
  // Without whoever started it there is no one to serve.
  process.once('disconnect', () => process.exit(0));
};

if (import.meta.main) serve(process.argv[2]!);
