/**
 * A store whose replicas lag: writes go to one table at once and, in the same order, to a second one some time later; a read
 * that is not marked consistent is answered from the second.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StaleProxyOptions {
  readonly engine: string;
  readonly tableName: string;
  /** The table that lags: the same records to begin with. */
  readonly laggingName: string;
  readonly lagMilliseconds: number;
}

export interface StoreRead {
  readonly operation: string;
  readonly body: string;
}

export interface StaleProxy {
  readonly endpoint: string;
  /** Reads that were answered from the past since this was asked last. */
  taken(): readonly StoreRead[];
  /** Resolves when the second table has all that the first has. */
  caughtUp(): Promise<void>;
  /** Writes that the second table refused, or did otherwise than the first: then it shows no past of it. */
  readonly strayed: readonly string[];
  stop(): void;
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

const WRITES = /^(?:Put|Update|Delete|TransactWrite|BatchWrite)/;
const READS = /^(?:GetItem|Query|BatchGetItem)$/;

const isConsistent = (operation: string, body: string): boolean => {
  const input = JSON.parse(body);
  if (operation !== 'BatchGetItem') return input.ConsistentRead === true;
  return Object.values<{ ConsistentRead?: boolean }>(input.RequestItems).every((each) => each.ConsistentRead === true);
};

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export const startStaleProxy = async (options: StaleProxyOptions): Promise<StaleProxy> => {
  const { engine, tableName, laggingName, lagMilliseconds } = options;
  const agent = new http.Agent({ keepAlive: true });
  const strayed: string[] = [];
  let reads: StoreRead[] = [];
  /** Writes are done one after the other, so that the second table sees them in the order of the first. */
  let writing: Promise<unknown> = Promise.resolve();
  let following: Promise<unknown> = Promise.resolve();

  const forward = ({ method, headers }: http.IncomingMessage, body: string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const sent = http.request(engine, { method, headers: { ...headers, ...length }, agent }, async (answer) => {
        const pieces: Buffer[] = [];
        for await (const piece of answer) pieces.push(piece);
        resolve({ status: answer.statusCode ?? 500, body: Buffer.concat(pieces).toString() });
      });
      sent.on('error', reject).end(body);
    });

  const lagging = (body: string): string => {
    // The store would take the same token for the same transaction.
    const { ClientRequestToken: _, ...input } = JSON.parse(body);
    return JSON.stringify(input).replaceAll(tableName, laggingName);
  };

  const write = async (request: http.IncomingMessage, body: string): Promise<Reply> => {
    const reply = await forward(request, body);
    if (reply.status !== 200) return reply;
    const due = pause(lagMilliseconds);
    following = following.then(async () => {
      await due;
      const { status, body: returned } = await forward(request, lagging(body));
      if (status !== 200) strayed.push(`${returned} for ${body}`);
    });
    return reply;
  };

  const serve = async (request: http.IncomingMessage): Promise<Reply> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    if (WRITES.test(operation)) {
      const turn = writing.then(() => write(request, body));
      writing = turn.catch(() => {});
      return turn;
    }
    if (!READS.test(operation) || isConsistent(operation, body)) return forward(request, body);
    reads.push({ operation, body });
    const { status, body: text } = await forward(request, body.replaceAll(tableName, laggingName));
    return { status, body: text.replaceAll(laggingName, tableName) };
  };

  const server = http.createServer((request, response) => {
    serve(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
        response.end(body);
      },
      () => request.socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const all = reads;
      reads = [];
      return all;
    },
    caughtUp: async () => {
      await writing;
      await following;
    },
    strayed,
    stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
