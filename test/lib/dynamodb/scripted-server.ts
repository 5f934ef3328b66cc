/** A server that answers each request as a script says, and remembers what it got: DynamoDB on a bad day. */
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Step = (response: ServerResponse, request: IncomingMessage) => void;

export interface Received {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly socket: Socket;
}

export const respond =
  (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** An error as DynamoDB words it. */
export const fault = (
  status: number,
  name: string,
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  respond(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name} it is`, ...more }, headers);

export const reset: Step = (_, request) => void request.socket.destroy();
export const silence: Step = () => {};
const begin: Step = (response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('{"Item":');
};
/** Half a response, and then nothing. */
export const stall = begin;
/** Half a response, and then the end of the connection. */
export const cut: Step = (response, request) => {
  begin(response, request);
  setImmediate(() => request.socket.destroy());
};
export const found = respond(200, { Item: { pk: { S: 'a' }, n: { N: '7' } } });

export interface ScriptedServer {
  readonly endpoint: string;
  readonly received: Received[];
  /** What the next requests get, in turn; then each gets `found`. */
  script(...steps: readonly Step[]): void;
  stop(): void;
}

/** @param server - of TLS for instance; its requests are handled here */
export const startScriptedServer = async (server: Server = http.createServer()): Promise<ScriptedServer> => {
  const received: Received[] = [];
  let steps: Step[] = [];
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const headers = request.headers as Record<string, string>;
    received.push({ path: request.url, headers, body: Buffer.concat(pieces).toString(), socket: request.socket });
    (steps.shift() ?? found)(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    script(...next) {
      steps = [...next];
      received.length = 0;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Sets what Lambda sets. */
export const setLambdaEnvironment = (): void => {
  for (const name of Object.keys(process.env)) {
    if (/^AWS_(?:ENDPOINT_URL|USE_)/.test(name)) delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  });
};
