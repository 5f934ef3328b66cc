/**
 * `npm start -- --sink 9000`: a receiver of webhooks as a partner would write one. It subscribes an account to all events
 * through the API, verifies each signature with the library of Standard Webhooks, and reports each request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { listenLocally } from './listen.ts';
import { bodyOf } from './small-body.ts';

/** A request that was received. */
export interface SinkLine {
  readonly eventId: string;
  /** Why the signature was refused; `undefined` if it was verified. */
  readonly refused: string | undefined;
  /** The body: verified, or as sent if the signature was refused. */
  readonly body: string;
}

export interface SinkOptions {
  /** 0 selects a free one. */
  readonly port: number;
  /** The API's URL, and a key of the partner that owns the account. */
  readonly api: string;
  readonly key: string;
  readonly businessId: number;
  readonly onReceived: (line: SinkLine) => void;
}

export interface Sink {
  /** The URL that receives webhooks. */
  readonly url: string;
  readonly subscriptionId: string;
  close(): Promise<void>;
}

/** Far above the service's own limit of 20 KB. */
const MOST_BYTES = 1_000_000;

interface Listed {
  readonly id: string;
  readonly webhooks: readonly { readonly url: string }[];
}

/** Subscribes the sink. If it is already subscribed, as in a persistent database, it gets a new secret. */
const subscribe = async (
  { api, key, businessId }: SinkOptions,
  url: string,
): Promise<{ id: string; secret: string }> => {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`The sink could not be subscribed: ${method} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const list = await ask<Listed[]>('GET', `/v1/subscriptions?businessId=${businessId}`);
  const known = list.find(({ webhooks }) => webhooks.some((each) => each.url === url));
  if (known) {
    const path = `/v1/subscriptions/${encodeURIComponent(known.id)}/secret`;
    const { secret } = await ask<{ secret: string }>('POST', path, { overlapHours: 0 });
    return { id: known.id, secret };
  }
  const all = await ask<{ eventName: string }[]>('GET', '/v1/subscriptions/events');
  const webhooks = [{ url, events: all.map(({ eventName }) => eventName) }];
  return ask('POST', `/v1/subscriptions/subscribe?businessId=${businessId}`, { webhooks });
};

/**
 * Starts to receive, and subscribes.
 *
 * @throws Error with the API's response if the subscription fails
 */
export const startSink = async (options: SinkOptions): Promise<Sink> => {
  let verifier: Webhook | undefined;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request, MOST_BYTES);
    const eventId = String(request.headers['webhook-id'] ?? '');
    try {
      if (!verifier) throw new Error('the sink is not subscribed yet');
      verifier.verify(body, request.headers as Record<string, string>);
      options.onReceived({ eventId, refused: undefined, body });
      response.writeHead(204).end();
    } catch (error) {
      options.onReceived({ eventId, refused: (error as Error).message, body });
      response.writeHead(401).end();
    }
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void receive(request, response).catch((error: Error) => response.destroy(error));
  const listening = await listenLocally(listener, { port: options.port, host: undefined });
  const url = `http://localhost:${listening.port}/`;
  try {
    const { id, secret } = await subscribe(options, url);
    verifier = new Webhook(secret);
    return { url, subscriptionId: id, close: () => listening.close(0) };
  } catch (error) {
    await listening.close(0);
    throw error;
  }
};
