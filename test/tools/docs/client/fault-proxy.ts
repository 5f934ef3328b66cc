/** Stands between a client and the service, and does to its requests what the way to a service may do to one. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What befalls a try: refused before the service has heard of it (`429`, `503`, `quota`), by something else than the API
 * (`other-401`, `other-403`, `other-404`), sent elsewhere (`moved`), broken off before (`reset`) or after it was executed
 * (`lost`), answered by half, by something that is no JSON, or never (`stall`); `none` lets it pass.
 */
export type Fault =
  | 'none'
  | '429'
  | '503'
  | 'quota'
  | 'other-401'
  | 'other-403'
  | 'other-404'
  | 'moved'
  | 'reset'
  | 'lost'
  | 'half'
  | 'page'
  | 'stall'
  | 'stall-half';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
}

export interface FaultProxy {
  /** An address at which the first tries meet these faults, one after the other, and all later ones none. */
  readonly faulty: (...faults: readonly Fault[]) => string;
  /** What has come to an address. */
  readonly seen: (address: string) => readonly SeenRequest[];
  readonly close: () => Promise<void>;
}

interface Scenario {
  readonly faults: Fault[];
  readonly seen: SeenRequest[];
}

const refuse = (response: http.ServerResponse, status: number, headers: http.OutgoingHttpHeaders) => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'of-the-proxy', ...headers });
  const code = status === 429 ? 89 : status;
  // No violations of ours.
  response.end(JSON.stringify({ code, message: 'refused by the proxy', errors: ['refused', null, { pointer: 1 }] }));
};

const page = (response: http.ServerResponse, status: number) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');

/** What is done without the service. */
const BEFORE: Partial<Record<Fault, (response: http.ServerResponse) => unknown>> = {
  '429': (response) => refuse(response, 429, { 'retry-after': '0' }),
  '503': (response) => refuse(response, 503, { 'retry-after': '0' }),
  quota: (response) => refuse(response, 429, { 'retry-after': '3600' }),
  'other-401': (response) => page(response, 401),
  // As AWS answers for a host without its stage.
  'other-403': (response) =>
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"Forbidden"}'),
  'other-404': (response) => page(response, 404),
  moved: (response) => refuse(response, 307, { location: '/moved/' }),
  reset: (response) => response.destroy(),
  stall: () => undefined,
};

/** What is done with the response of the service. */
const after = (fault: Fault | undefined, answer: http.IncomingMessage, response: http.ServerResponse, body: Buffer) => {
  if (fault === 'lost') return response.destroy();
  if (fault === 'page') return page(response, 200);
  const headers = { ...answer.headers, 'content-length': body.length };
  response.writeHead(answer.statusCode ?? 0, headers);
  if (fault === undefined || fault === 'none') return response.end(body);
  return response.write(body.subarray(0, body.length / 2), () => fault === 'half' && response.destroy());
};

const readAll = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
};

/** @param target - the service */
export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const agent = new http.Agent({ keepAlive: true });
  const scenarios: Scenario[] = [];
  const server = http.createServer(async (request, response) => {
    const [, number = '', path = '/'] = /^\/s([0-9]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const scenario = scenarios[Number(number)];
    if (number === '' || !scenario) return refuse(response, 404, {});
    const { method = 'GET', headers } = request;
    scenario.seen.push({ method, path, headers });
    const fault = scenario.faults.shift();
    const sent = await readAll(request);
    const before = fault && BEFORE[fault];
    if (before) return before(response);
    const forwarded = http.request(`${target}${path}`, { method, agent, headers }, async (answer) =>
      after(fault, answer, response, await readAll(answer)),
    );
    forwarded.on('error', () => response.destroy());
    forwarded.end(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    faulty: (...faults) => `${origin}/s${scenarios.push({ faults: [...faults], seen: [] }) - 1}`,
    seen: (address) => scenarios[Number(address.slice(`${origin}/s`.length))]?.seen ?? [],
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
