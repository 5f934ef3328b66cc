/** Stands between the functions and the engine, and does to a call what DynamoDB, and the way to it, may do to one. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What befalls a call before the engine has heard of it, so that nothing is done: throttled; a fault of the store; something
 * in between that speaks no JSON; the connection broken; no answer; an answer that is empty; all of a batch left undone.
 */
const BEFORE = ['throttled', 'fault', 'busy', 'reset', 'silent', 'empty', 'undone'] as const;
/**
 * What befalls the answer of a call that was done: it is lost, or a fault stands in its place, or half of it comes. `slow`
 * alone brings it whole. A `late` call is done after its caller has given it up.
 */
const AFTER = ['lost', 'lost to a fault', 'lost in silence', 'half', 'half and silent', 'slow', 'late'] as const;

export type Fault = (typeof BEFORE)[number] | (typeof AFTER)[number];
export const faultKinds: readonly Fault[] = [...BEFORE, ...AFTER];

/** The ones that befall a call of a single record. */
export const singleFaults: readonly Fault[] = faultKinds.filter((fault) => fault !== 'undone');

/** The ones for which the caller has to wait until it gives up: two seconds each. */
export const silences: readonly Fault[] = ['silent', 'lost in silence', 'half and silent', 'late'];

/** One try of a call, as it reaches the proxy. */
export interface StoreCall {
  /** For instance `GetItem`. */
  readonly operation: string;
  /** The same for all tries of one call. */
  readonly body: string;
}

export interface FaultProxyOptions {
  /** Milliseconds after which a late call is done: longer than its caller waits. */
  readonly late?: number;
  /** Waited for when the engine has done a call, before its caller hears of it. */
  readonly done?: (call: StoreCall) => unknown;
}

export interface FaultProxy {
  readonly endpoint: string;
  /** How many calls the engine is at. */
  busy(): number;
  stop(): void;
}

const SLOW_MILLISECONDS = 300;
/** Longer than a function waits. */
const LATE_MILLISECONDS = 2500;

type Response = http.ServerResponse;

const json = (response: Response, status: number, body: string) => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(body);
};
const failure = (response: Response, status: number, name: string) =>
  json(response, status, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name }));

const half = (response: Response, status: number, body: string, then: () => void) => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': body.length });
  response.write(body.slice(0, body.length / 2), then);
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * @param engine - where the calls go on to
 * @param choose - what is to befall a call; nothing where it names no fault, and then as soon as it says so
 */
export const startFaultProxy = async (
  engine: string,
  choose: (call: StoreCall) => Fault | undefined | Promise<Fault | undefined>,
  { late = LATE_MILLISECONDS, done }: FaultProxyOptions = {},
): Promise<FaultProxy> => {
  const agent = new http.Agent({ keepAlive: true });

  let busy = 0;

  const forward = (request: http.IncomingMessage, body: string): Promise<{ status: number; body: string }> =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      busy++;
      const { method = 'POST', headers } = request;
      const sent = http.request(engine, { method, headers, agent }, async (answer) => {
        const pieces: Buffer[] = [];
        for await (const piece of answer) pieces.push(piece);
        resolve({ status: answer.statusCode ?? 500, body: Buffer.concat(pieces).toString() });
      });
      sent.on('error', reject).end(body);
    }).finally(() => busy--);

  const serve = async (request: http.IncomingMessage, response: Response): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const fault = await choose({ operation, body });
    const cut = () => request.socket.destroy();

    if (fault === 'throttled') return failure(response, 400, 'ProvisionedThroughputExceededException');
    if (fault === 'fault') return failure(response, 500, 'InternalServerError');
    if (fault === 'busy') return json(response, 503, '<html>busy</html>');
    if (fault === 'reset') return void cut();
    if (fault === 'silent') return;
    if (fault === 'empty') return json(response, 200, '');
    if (fault === 'undone' && operation === 'BatchGetItem') {
      return json(response, 200, JSON.stringify({ Responses: {}, UnprocessedKeys: JSON.parse(body).RequestItems }));
    }
    if (fault === 'late') await pause(late);

    const answer = await forward(request, body);
    if (done) await done({ operation, body });
    if (fault === 'lost') return void cut();
    if (fault === 'lost to a fault') return failure(response, 500, 'InternalServerError');
    if (fault === 'lost in silence' || fault === 'late') return;
    if (fault === 'half') return half(response, answer.status, answer.body, cut);
    if (fault === 'half and silent') return half(response, answer.status, answer.body, () => {});
    if (fault === 'slow') await pause(SLOW_MILLISECONDS);
    json(response, answer.status, answer.body);
  };

  const server = http.createServer((request, response) => {
    // A caller that has given up, or an engine that has ended, leaves no one to answer.
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    busy: () => busy,
    stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
