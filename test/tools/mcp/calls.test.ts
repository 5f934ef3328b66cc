/** Writes of agents against a server that only notes what arrives: what is sent before and after the confirmation. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Operation } from '../../../lib/contract/cases.ts';
import { allOperations } from '../../../lib/operations.ts';
import { read, write } from '../../../tools/mcp/calls.ts';
import type { Target } from '../../../tools/mcp/send.ts';

const operationOf = (id: string) => allOperations.find((operation) => operation.id === id)!;
/** An operation of today's, as if its contract offered neither a dry run nor idempotency. */
const bare: Operation = { ...operationOf('removeUser'), writes: undefined as never };

let server: Server;
let target: Target;
let isMute = false;
let retryAfter: string;
const received: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
beforeAll(async () => {
  server = createServer(({ method, url, headers, socket }, response) => {
    received.push({ method, url, headers });
    if (isMute) socket.destroy();
    else response.writeHead(503, { 'Retry-After': retryAfter, 'X-Request-Id': 'r-1' }).end('busy');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  target = { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), key: 'the-key' };
});
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
  isMute = false;
  retryAfter = '7';
});

const remove = { operation: operationOf('removeUser'), parameters: { bid: 700100, email: 'a@b.example' } };

it('A write that can be tried out is, unless it is confirmed', async () => {
  const tried = await write(target, remove, false);
  expect(tried.content).toMatchObject({ dryRun: true, status: 503 });
  await write(target, remove, true);
  expect(received.map(({ url }) => new URL(url ?? '', target.url).searchParams.get('validateOnly'))).toEqual([
    'true',
    null,
  ]);
  expect(received.map(({ headers }) => headers['idempotency-key'] !== undefined)).toEqual([false, true]);
  for (const { method, headers } of received) expect([method, headers['x-api-key']]).toEqual(['DELETE', 'the-key']);
});

it('A write that can’t be tried out is announced first, and nothing is sent', async () => {
  const announced = await write(target, { ...remove, operation: bare }, false);
  expect(received).toEqual([]);
  expect(announced).toMatchObject({
    isError: false,
    content: {
      wouldSend: { operation: 'removeUser', request: `DELETE ${bare.path}`, parameters: remove.parameters },
      note: 'Nothing was sent.',
      next: expect.stringContaining('confirm: true'),
    },
  });
  expect(await write(target, { ...remove, operation: bare }, true)).toMatchObject({ content: { status: 503 } });
  expect(received).toHaveLength(1);
  expect(received[0]?.headers['idempotency-key']).toBeUndefined();
});

it('An answer has what a retry needs', async () => {
  expect(await write(target, remove, true)).toEqual({
    isError: true,
    content: {
      status: 503,
      requestId: 'r-1',
      retryAfterSeconds: 7,
      body: 'busy',
      idempotencyKey: received[0]?.headers['idempotency-key'],
    },
  });
});

it('An answer has the seconds to wait where a proxy sends a date', async () => {
  retryAfter = new Date(Date.now() + 60_000).toUTCString();
  const { content } = await write(target, remove, true);
  expect(content.retryAfterSeconds).toBeGreaterThan(50);
  expect(content.retryAfterSeconds).toBeLessThanOrEqual(60);
  retryAfter = 'soon';
  expect((await write(target, remove, true)).content).not.toHaveProperty('retryAfterSeconds');
});

it('A lost answer says under which key to repeat the call, and the repetition has it', async () => {
  isMute = true;
  const { content, isError } = await write(target, remove, true);
  expect(isError).toBe(true);
  const key = String(content.idempotencyKey);
  expect(content.note).toContain(key);
  isMute = false;
  const again = { ...remove, parameters: { ...remove.parameters, 'Idempotency-Key': key } };
  expect((await write(target, again, true)).content.idempotencyKey).toBe(key);
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys.at(-1)).toBe(key);
  expect(new Set(keys).size).toBe(1);
});

it('What is wrong with a call, or is for the other tool, is not sent', async () => {
  const wrong = { ...remove, parameters: { bid: 700100, mail: 'a@b.example' } };
  const outcomes = [
    await write(target, wrong, true),
    await read(target, remove),
    await write(target, { operation: operationOf('getUsage'), parameters: {} }, true),
  ];
  for (const { isError, content } of outcomes)
    expect([isError, content.note, content.refused]).toEqual([true, 'Nothing was sent.', [expect.any(String)]]);
  expect(received).toEqual([]);
});
