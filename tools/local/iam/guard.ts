/**
 * A proxy between functions and local engines that lets each function do only what its role allows. Functions sign
 * with their own access key, which is their logical id. Calls with the operator's key pass unchecked.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { localEnvironment } from '../../local-credentials.ts';
import { listenLocally } from '../listen.ts';
import type { Authority, Denial } from './authority.ts';
import { type Refusal, refusalOf, type ServiceName, s3Refusal } from './refusals.ts';
import { needsOf, type ResourceIds, signerOf } from './service-call.ts';

export interface Guard {
  /** The endpoint that functions use for every service. */
  readonly endpoint: string;
  close(): Promise<void>;
}

export interface GuardOptions {
  readonly authority: Authority;
  readonly ids: ResourceIds;
  /** Where the engine of each service is. */
  readonly targets: Readonly<Record<ServiceName, string>>;
  readonly onDenied: (denial: Denial) => void;
}

const { AWS_ACCESS_KEY_ID: operator } = localEnvironment;

const send = (response: ServerResponse, { status, headers, body }: Refusal): void =>
  void response.writeHead(status, headers).end(body);

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
};

const isService = (name: string, targets: GuardOptions['targets']): name is ServiceName => Object.hasOwn(targets, name);

/**
 * The headers that go on to an engine. DynamoDB Local has a database for each access key, and no engine of DynamoDB or SQS
 * checks signatures: these receive the operator's key. A bucket checks the signature, so its headers stay unchanged.
 */
const headersFor = (service: ServiceName, { headers }: IncomingMessage) => ({
  ...headers,
  ...(service !== 's3' &&
    headers.authorization && {
      authorization: headers.authorization.replace(/Credential=[^/]+/, `Credential=${operator}`),
    }),
});

/** Whether a bucket's response means that an object does not exist. */
const isMissingObject = (service: ServiceName, status: number | undefined, method: string | undefined): boolean =>
  service === 's3' && status === 404 && (method === 'GET' || method === 'HEAD');

/** Serves on loopback only. A connection that breaks on one side is broken on the other too, so clients see faults. */
export const startGuard = async ({ authority, ids, targets, onDenied }: GuardOptions): Promise<Guard> => {
  const agent = new http.Agent({ keepAlive: true });

  const mayList = (accessKeyId: string, target: string): boolean => {
    const [bucket = ''] = new URL(target, 'http://localhost').pathname.slice(1).split('/');
    const needs = needsOf('s3', { method: 'GET', target: `/${bucket}`, body: '' }, ids) ?? [];
    return accessKeyId === operator || authority.check(accessKeyId, needs) === undefined;
  };

  const forward = (
    service: ServiceName,
    accessKeyId: string,
    request: IncomingMessage,
    response: ServerResponse,
    body: string | undefined,
  ): void => {
    const { hostname, port } = new URL(targets[service]);
    const { method, url: path = '/' } = request;
    const onward = http.request({ hostname, port, path, method, agent, headers: headersFor(service, request) });
    onward.on('response', (answer) => {
      if (isMissingObject(service, answer.statusCode, method) && !mayList(accessKeyId, path)) {
        answer.resume();
        return send(response, s3Refusal());
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => (response.socket ?? response).destroy());
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    if (body === undefined) request.pipe(onward);
    else onward.end(body);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: target = '/', headers } = request;
    const signer = signerOf(headers.authorization, target);
    const isKnown = signer && (signer.accessKeyId === operator || authority.knows(signer.accessKeyId));
    if (!isKnown || !isService(signer.service, targets)) return send(response, s3Refusal());
    const { accessKeyId, service } = signer;
    // Objects of a bucket are streamed, not read here.
    const body = service === 's3' && method !== 'POST' ? undefined : await textOf(request);
    if (accessKeyId !== operator) {
      const [operation, copySource] = [headers['x-amz-target'], headers['x-amz-copy-source']].map(
        (each) => each && String(each),
      );
      const needs = needsOf(service, { method, target, operation, copySource, body: body ?? '' }, ids);
      const denial = needs
        ? authority.check(accessKeyId, needs)
        : unknown(accessKeyId, service, `${method} ${operation ?? target}`);
      if (denial) {
        onDenied(denial);
        request.resume();
        return send(response, refusalOf(service, denial));
      }
    }
    forward(service, accessKeyId, request, response, body);
  };

  const listening = await listenLocally(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
    { port: 0, host: '127.0.0.1' },
  );
  return {
    endpoint: `http://127.0.0.1:${listening.port}`,
    close: async () => {
      await listening.close(0);
      agent.destroy();
    },
  };
};

/** The denial of a call whose action is unknown. */
const unknown = (functionId: string, service: ServiceName, what: string): Denial => ({
  functionId,
  need: { action: `${service}:${what}`, resource: '*', context: {} },
  isDenied: false,
});
