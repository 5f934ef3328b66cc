/**
 * `npm start -- --connector 9001`: a connector as a partner would write one. It sets itself for all channels of an account
 * through the API, verifies each signature, does what the sandbox connector does, and reports what it accepted with 202.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { CHANNELS } from '../../lib/connectors/repository/channels.ts';
import { SANDBOX_LATER_SECONDS, type SandboxReport, sandboxAnswer } from '../../lib/connectors/rules/sandbox.ts';
import { listenLocally } from './listen.ts';
import { bodyOf } from './small-body.ts';

export interface ConnectorOptions {
  /** 0 selects a free one. */
  readonly port: number;
  /** The API's URL, and a key of the partner that owns the account. */
  readonly api: string;
  readonly key: string;
  readonly accountNumber: number;
  /** Takes a line for each job. */
  readonly onJob: (line: string) => void;
}

export interface LocalConnector {
  readonly url: string;
  close(): Promise<void>;
}

interface Job {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Above the service's own limit of 64 KB. */
const MOST_BYTES = 100_000;

/**
 * Starts to carry out jobs.
 *
 * @throws Error with the API's response if the connectors can't be set
 */
export const startConnector = async ({
  port,
  api,
  key,
  accountNumber,
  onJob,
}: ConnectorOptions): Promise<LocalConnector> => {
  let verifier: Webhook | undefined;

  const ask = async <T>(method: string, path: string, body: object): Promise<T> => {
    const headers = {
      ...{ 'x-api-key': key, 'content-type': 'application/json' },
      'x-business-number': String(accountNumber),
    };
    const response = await fetch(api + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The connector failed: ${method} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  };

  /** What follows an answer: if it fails, the line says so. */
  const follow = (path: string, body: object): Promise<unknown> =>
    ask('POST', path, body).catch((error: Error) => onJob(error.message));

  /** What was accepted with 202 is reported; a failure of the service would be tried again. */
  const report = (jobId: string, result: SandboxReport): void => {
    const send = () => follow('/v1/connectors/results', { results: [{ jobId, ...result }] });
    setTimeout(() => void send(), SANDBOX_LATER_SECONDS * 1000);
  };

  /** The contact answers, once for the job. The own id of a chat finds no contact. */
  const echo = ({ id, data: { channel, to, locationNumber } }: Job, text: string): void => {
    if (channel === 'LIVE_CHAT') return;
    void follow(`/v1/messenger/${locationNumber}/receive`, { channel, from: to, text, externalId: id });
  };

  const carryOut = async (job: Job, response: ServerResponse): Promise<void> => {
    const { answer, later, reply } = sandboxAnswer(job);
    // A try that is too slow gets no answer within ten seconds.
    if (answer.error !== undefined) return void setTimeout(() => response.writeHead(200).end(), 11_000);
    if (later) report(job.id, later);
    if (reply !== undefined) echo(job, reply);
    onJob(`${job.id} ${job.type} ${answer.status}${later ? ', the result follows' : ''}`);
    response.writeHead(answer.status ?? 503, { 'content-type': 'application/json' }).end(answer.body ?? '');
  };

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request, MOST_BYTES);
    try {
      if (!verifier) throw new Error('the connector is not set yet');
      verifier.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      onJob(`${request.headers['webhook-id']} refused: ${(error as Error).message}`);
      return void response.writeHead(401).end();
    }
    const job = JSON.parse(body) as Job;
    if (job.type === 'test') return void response.writeHead(204).end();
    await carryOut(job, response);
  };

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void receive(request, response).catch((error: Error) => response.destroy(error));
  const listening = await listenLocally(listener, { port, host: undefined });
  const url = `http://localhost:${listening.port}/`;
  try {
    const connectors = CHANNELS.map((channel) => ({ channel, url }));
    const set = await ask<{ id: string; secret: string }>('PUT', '/v1/connectors', { connectors });
    // The account had connectors before: their secret was shown once, so it is rotated.
    const path = `/v1/subscriptions/${set.id}/secret`;
    const { secret } = set.secret ? set : await ask<{ secret: string }>('POST', path, { overlapHours: 0 });
    verifier = new Webhook(secret);
    return { url, close: () => listening.close(0) };
  } catch (error) {
    await listening.close(0);
    throw error;
  }
};
