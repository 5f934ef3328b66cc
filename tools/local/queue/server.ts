/** The local queue server: speaks the JSON protocol of Amazon SQS over HTTP, so that SQS clients work unchanged. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listening, listenLocally } from '../listen.ts';
import { type Actions, queueActions } from './actions.ts';
import type { FairQueue } from './fair-queue.ts';
import { badAction, QueueFault } from './queue-fault.ts';

const TARGET = /^AmazonSQS\.(\w+)$/;
/** More than a batch of the largest messages needs, escaped as JSON. */
const MOST_BYTES = 8 * 1024 * 1024;

export interface QueueServer {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** The receives that wait for a message, by queue. */
const createWaits = (now: () => number) => {
  const waiting = new Map<FairQueue, Set<() => void>>();
  return {
    wake: (queue: FairQueue): void => {
      for (const each of [...(waiting.get(queue) ?? [])]) each();
    },
    wait: (queue: FairQueue, milliseconds: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const those = waiting.get(queue) ?? new Set();
        waiting.set(queue, those);
        const go = () => {
          clearTimeout(timer);
          those.delete(go);
          signal.removeEventListener('abort', go);
          resolve();
        };
        // A timer may fire a fraction of a millisecond early.
        const timer = setTimeout(go, Math.max(1, Math.min(milliseconds, queue.nextAt() - now()) + 1));
        those.add(go);
        signal.addEventListener('abort', go, { once: true });
      }),
  };
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes <= MOST_BYTES) pieces.push(piece);
  }
  if (bytes > MOST_BYTES) throw new QueueFault('RequestEntityTooLarge', 'The request is too large.');
  return Buffer.concat(pieces).toString('utf8');
};

const inputOf = (text: string): object => {
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw new QueueFault('SerializationException', 'The request is no JSON.');
  }
};

const answer = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) => {
  const head = { 'Content-Type': 'application/x-amz-json-1.0', 'x-amzn-RequestId': randomUUID(), ...headers };
  response.writeHead(status, head).end(JSON.stringify(body));
};

const refuse = (response: ServerResponse, error: unknown): void => {
  const fault = error instanceof QueueFault ? error : new QueueFault('InternalFailure', String(error));
  const isOurs = fault !== error;
  const headers = { 'x-amzn-query-error': `${fault.code};${isOurs ? 'Receiver' : 'Sender'}` };
  const body = { __type: `com.amazonaws.sqs#${fault.type}`, message: fault.message };
  answer(response, isOurs ? 500 : 400, body, headers);
};

/**
 * Serves queues in memory, on loopback only.
 *
 * @param port - 0 selects a free one
 */
export const startQueueServer = async (port = 0, now: () => number = Date.now): Promise<QueueServer> => {
  const { wait, wake } = createWaits(now);
  let endpoint = '';
  const actions: Actions = queueActions({
    urlOf: (name) => `${endpoint}/000000000000/${name}`,
    now,
    wait,
    onSent: wake,
  });
  const closing = new AbortController();

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const [, name = ''] = TARGET.exec(String(request.headers['x-amz-target'])) ?? [];
      const text = await textOf(request);
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw badAction(name);
      const output = await action(inputOf(text), AbortSignal.any([gone.signal, closing.signal]));
      answer(response, 200, output);
    } catch (error) {
      if (!response.destroyed) refuse(response, error);
    }
  };
  const listening: Listening = await listenLocally((request, response) => void serve(request, response), {
    port,
    host: '127.0.0.1',
  });
  endpoint = `http://127.0.0.1:${listening.port}`;
  return {
    endpoint,
    close: async () => {
      closing.abort();
      await listening.close(0);
    },
  };
};
