/** The functions' client against a server that fails in every way that DynamoDB and the way to it may. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { functionClient } from '../../../lib/dynamodb/client.ts';
import { type Table, tableOf } from '../../../lib/dynamodb/table.ts';

type Step = (response: ServerResponse, request: IncomingMessage) => void;
type Received = { readonly headers: Record<string, string>; readonly body: string; readonly port: number | undefined };

const answer =
  (status: number, body: object | string): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'r-1' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const fault = (status: number, name: string, more: object = {}): Step =>
  answer(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name} it is`, ...more });
const reset: Step = (_, request) => request.socket.destroy();
const silence: Step = () => {};
const stall: Step = (response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('{"Item":');
};
const found = answer(200, { Item: { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: '7' }, list: { L: [{ NULL: true }] } } });

const KEY = { pk: 'a', sk: 'b' };
let steps: Step[] = [];
let received: Received[] = [];
let environment: NodeJS.ProcessEnv;
let table: Table;
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    received.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(pieces).toString(),
      port: request.socket.remotePort,
    });
    (steps.shift() ?? found)(response, request);
  });
});

beforeAll(async () => {
  environment = { ...process.env };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  });
  steps = [];
  received = [];
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  table = tableOf('t', functionClient(endpoint));
});
afterAll(() => {
  process.env = environment;
  server.closeAllConnections();
  server.close();
});

describe("A function's client", () => {
  it('asks for an item and understands the answer', async () => {
    await expect(table.get(KEY)).resolves.toEqual({ ...KEY, n: 7, list: [null] });
    expect(JSON.parse(received[0]!.body)).toEqual({ TableName: 't', Key: { pk: { S: 'a' }, sk: { S: 'b' } } });
    expect(received[0]!.headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'user-agent': 'app/partner-listing-api',
    });
  });

  it('signs all that it sends under a name of AWS', async () => {
    await table.get(KEY);
    const [{ headers, body }] = received as [Received];
    const [, signed = ''] = /SignedHeaders=([^,]*)/.exec(headers.authorization!) ?? [];
    expect(signed.split(';')).toEqual(expect.arrayContaining(Object.keys(headers).filter((n) => /^x-amz-/.test(n))));
    const theirs = new SignatureV4({
      credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'token' },
      region: 'eu-west-1',
      service: 'dynamodb',
      sha256: Sha256,
    });
    const time = headers['x-amz-date']!.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
    const request = { method: 'POST', protocol: 'https:', hostname: 'h', path: '/', query: {}, headers, body };
    const expected = await theirs.sign(request as never, {
      signingDate: new Date(time),
      unsignableHeaders: new Set(Object.keys(headers).filter((name) => !signed.split(';').includes(name))),
    });
    expect(headers.authorization).toBe(expected.headers.authorization);
  });

  it('keeps its connection open', async () => {
    for (let index = 0; index < 3; index++) await table.get(KEY);
    expect(new Set(received.map(({ port }) => port)).size).toBe(1);
  });

  const passing: readonly (readonly [string, readonly Step[]])[] = [
    ['a connection that breaks', [reset]],
    ['an internal error', [fault(500, 'InternalServerError')]],
    ['an answer that is no JSON', [answer(503, '<html>busy</html>')]],
    ['throttling, twice', [fault(400, 'ProvisionedThroughputExceededException'), fault(400, 'ThrottlingException')]],
    ['silence', [silence]],
    ['an answer that stops half way', [stall]],
    ['a connection that breaks after an answer', [found, reset]],
  ];
  for (const [what, trouble] of passing) {
    it(`recovers from ${what}`, { timeout: 15_000 }, async () => {
      steps = [...trouble];
      if (trouble[0] === found) await table.get(KEY);
      await expect(table.get(KEY)).resolves.toMatchObject({ n: 7 });
      expect(received.length).toBe(trouble.length + 1);
    });
  }

  const lasting: readonly (readonly [string, Step])[] = [
    ['a connection that always breaks', reset],
    ['internal errors', fault(500, 'InternalServerError')],
    ['throttling', fault(400, 'ProvisionedThroughputExceededException')],
    ['silence', silence],
  ];
  for (const [what, step] of lasting) {
    it(`gives up after three tries on ${what}`, { timeout: 15_000 }, async () => {
      steps = [step, step, step, step];
      const started = Date.now();
      await expect(table.get(KEY)).rejects.toMatchObject({ name: 'StoreUnavailable' });
      expect(received.length).toBe(3);
      expect(Date.now() - started).toBeLessThan(10_000);
    });
  }

  it('tries an expired signature again by the clock of the server', async () => {
    const later = new Date(Date.now() + 3_600_000);
    steps = [
      (response, request) => {
        response.setHeader('date', later.toUTCString());
        fault(400, 'InvalidSignatureException', { message: 'Signature expired: it is late' })(response, request);
      },
    ];
    await expect(table.get(KEY)).resolves.toMatchObject({ n: 7 });
    const hour = (text: string) => Number(text.slice(9, 11));
    expect(hour(received[1]!.headers['x-amz-date']!)).toBe(later.getUTCHours());
  });

  it('does not try again what is a fault of its own', async () => {
    steps = [fault(400, 'ValidationException')];
    await expect(table.get(KEY)).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'ValidationException it is',
    });
    steps = [fault(400, 'ResourceNotFoundException')];
    await expect(table.get(KEY)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(received.length).toBe(2);
  });

  it('does not take an empty answer for an item that is not there', async () => {
    steps = [answer(200, ''), answer(200, ''), answer(200, '')];
    await expect(table.get(KEY)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it('tells an item that is too large', async () => {
    steps = [fault(400, 'ValidationException', { message: 'Item size has exceeded the maximum allowed size' })];
    await expect(table.put({ Item: KEY })).rejects.toMatchObject({ name: 'ItemTooLarge' });
  });

  it('hands over what a failed condition found', async () => {
    steps = [fault(400, 'ConditionalCheckFailedException', { Item: { pk: { S: 'a' }, n: { N: '1' } } })];
    await expect(table.put({ Item: KEY })).resolves.toEqual({
      refused: true,
      repeated: false,
      item: { pk: 'a', n: 1 },
    });
    steps = [reset, fault(400, 'ConditionalCheckFailedException')];
    await expect(table.put({ Item: KEY })).resolves.toEqual({ refused: true, repeated: true, item: undefined });
  });

  it('tells which action of a transaction failed', async () => {
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no' }];
    steps = [fault(400, 'TransactionCanceledException', { CancellationReasons })];
    await expect(table.transact([])).resolves.toEqual({ refused: true, failed: [1] });
  });

  it('names the variable of the environment that it misses', () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    expect(() => functionClient()).toThrow('The environment variable AWS_ACCESS_KEY_ID is missing');
  });
});
