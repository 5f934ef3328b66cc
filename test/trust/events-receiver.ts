/** The endpoints of partners: they keep what comes, and answer as badly as endpoints do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.ts';

/** What an endpoint does to a request. The last five have answered 2xx. */
const FATES = {
  'cut before the body': (_, response) => response.destroy(),
  'cut after the body': (_, response) => response.destroy(),
  error: (random, response) =>
    response
      .writeHead(random.pick([400, 401, 404, 429, 500, 502, 503]), { 'retry-after': random.pick(['1', '120', 'soon']) })
      .end('{'),
  gone: (_, response) => response.writeHead(410).end(),
  'sent elsewhere': (random, response) =>
    response.writeHead(random.pick([301, 302, 307, 308]), { location: '/elsewhere' }).end(),
  garbage: (_, response) => response.socket?.end('This is no HTTP at all.\r\n\r\n'),
  silence: () => {},
  well: (random, response) => response.writeHead(random.pick([200, 202, 204])).end(),
  slow: (random, response) => setTimeout(() => response.writeHead(200).end('done'), 100 + random.below(1000)),
  'a long answer': (_, response) => response.writeHead(200).end('x'.repeat(1_000_000)),
  'no JSON': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('\u0000{"'),
  'half an answer': (_, response) =>
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
} as const satisfies Readonly<Record<string, (random: Random, response: ServerResponse) => unknown>>;

export type Fate = keyof typeof FATES;
const ACCEPTED: readonly Fate[] = ['well', 'slow', 'a long answer', 'no JSON', 'half an answer'];

/** A request whose body was read. */
export interface Arrival {
  /** `/w/<name of the webhook>`, or a path at which nothing may arrive. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** By the clock of the trial. */
  readonly at: number;
  /** It was answered 2xx. */
  readonly isAccepted: boolean;
}

export interface Receiver {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** How often each fate was met. */
  readonly met: ReadonlyMap<Fate, number>;
  close(): void;
}

/** @param fateOf - of each request, by its path */
export const startReceiver = async (
  fateOf: (path: string) => Fate,
  random: Random,
  now: () => number,
): Promise<Receiver> => {
  const arrivals: Arrival[] = [];
  const met = new Map<Fate, number>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const fate = fateOf(path);
    met.set(fate, (met.get(fate) ?? 0) + 1);
    if (fate === 'cut before the body') return void response.destroy();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    arrivals.push({
      path,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(pieces).toString(),
      at: now(),
      isAccepted: ACCEPTED.includes(fate),
    });
    FATES[fate](random, response);
  };
  // A sender that was killed leaves no one to answer.
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    met,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
