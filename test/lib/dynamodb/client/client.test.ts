/** The functions' client against a server that fails in every way that DynamoDB and the way to it may. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, CallError, type OperationName } from '../../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../../lib/dynamodb/client/client.ts';
import {
  cut,
  fault,
  found,
  reset,
  respond,
  type ScriptedServer,
  type Step,
  setLambdaEnvironment,
  silence,
  stall,
  startScriptedServer,
} from '../scripted-server.ts';

const INPUT = { TableName: 't', Key: { pk: { S: 'a' } } };
const ITEM = { Item: { pk: { S: 'a' }, n: { N: '7' } } };

/** For servers that say nothing. */
const IMPATIENT = { connectionTimeout: 1000, requestTimeout: 500 };

let server: ScriptedServer;
let call: Call;

/** What a call fails with. */
const failureOf = (operation: OperationName): Promise<CallError> =>
  call(operation, INPUT).then(
    () => {
      throw new Error(`${operation} did not fail`);
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(CallError);
      return error as CallError;
    },
  );

beforeAll(async () => {
  server = await startScriptedServer();
});
beforeEach(() => {
  setLambdaEnvironment();
  server.script();
  call = functionClient(server.endpoint);
});
afterAll(() => server.stop());

describe("A function's client", () => {
  it('asks for an item and understands the response', async () => {
    await expect(call('GetItem', INPUT)).resolves.toEqual(ITEM);
    const [{ path, headers, body }] = server.received as [ScriptedServer['received'][number]];
    expect(path).toBe('/');
    expect(JSON.parse(body)).toEqual(INPUT);
    expect(headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'x-amz-security-token': 'token',
      'user-agent': 'app/partner-listing-api',
    });
  });

  it('says by the bytes how long a body is, not by its characters', async () => {
    await call('PutItem', { Item: { name: { S: 'Café 東京' } } });
    expect(server.received[0]!.body).toContain('Café 東京');
  });

  it('reads text that comes in pieces cut anywhere', async () => {
    const bytes = Buffer.from(JSON.stringify({ Item: { name: { S: 'Café 東京' } } }));
    server.script(async (response) => {
      for (const byte of bytes) {
        await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
      }
      response.end();
    });
    await expect(call('GetItem', INPUT)).resolves.toEqual({ Item: { name: { S: 'Café 東京' } } });
  });

  it('waits for a response as long as pieces of it come', async () => {
    const text = JSON.stringify(ITEM);
    server.script(async (response) => {
      // Longer than the time that it waits for one piece.
      for (let index = 0; index < text.length; index += 10) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        response.write(text.slice(index, index + 10));
      }
      response.end();
    });
    await expect(functionClient(server.endpoint, IMPATIENT)('GetItem', INPUT)).resolves.toEqual(ITEM);
    expect(server.received.length).toBe(1);
  });

  it('keeps its connection open', async () => {
    for (let index = 0; index < 3; index++) await call('GetItem', INPUT);
    expect(new Set(server.received.map(({ socket }) => socket)).size).toBe(1);
  });

  const passing: readonly (readonly [string, readonly Step[]])[] = [
    ['a connection that breaks', [reset]],
    ['an internal error', [fault(500, 'InternalServerError')]],
    ['a response that is no JSON', [respond(503, '<html>busy</html>')]],
    ['a success that is no JSON', [respond(200, '<html>welcome</html>')]],
    ['a success that is no object', [respond(200, '[]'), respond(200, 'null')]],
    ['an empty success', [respond(200, ''), respond(200, '')]],
    ['throttling, twice', [fault(400, 'ProvisionedThroughputExceededException'), fault(400, 'ThrottlingException')]],
    ['throttling of accounts, and by status', [fault(400, 'RequestLimitExceeded'), respond(429, 'slow down')]],
    ['a transaction that is under way', [fault(400, 'TransactionInProgressException')]],
    ['transactions at its item, twice', Array(2).fill(fault(400, 'TransactionConflictException'))],
    ['silence', [silence]],
    ['a response that stops half way', [stall]],
    ['a response that is cut', [cut]],
    ['a connection that breaks after a response', [found, reset]],
  ];
  for (const [what, trouble] of passing) {
    it(`recovers from ${what}`, async () => {
      if (trouble[0] === silence || trouble[0] === stall) call = functionClient(server.endpoint, IMPATIENT);
      server.script(...trouble);
      if (trouble[0] === found) await call('GetItem', INPUT);
      await expect(call('GetItem', INPUT)).resolves.toEqual(ITEM);
      expect(server.received.length).toBe(trouble.length + 1);
    });
  }

  const lasting: readonly (readonly [string, Step, string, boolean])[] = [
    ['a connection that always breaks', reset, 'NetworkError', true],
    ['internal errors', fault(500, 'InternalServerError'), 'InternalServerError', true],
    ['throttling', fault(400, 'ThrottlingException'), 'ThrottlingException', false],
    [
      'a transaction that stays under way',
      fault(400, 'TransactionInProgressException'),
      'TransactionInProgressException',
      true,
    ],
    ['transactions at its item', fault(400, 'TransactionConflictException'), 'TransactionConflictException', false],
    ['empty successes', respond(200, ''), 'ResponseError', true],
    ['cut responses', cut, 'NetworkError', true],
    ['silence', silence, 'TimeoutError', true],
  ];
  for (const [what, step, name, uncertain] of lasting) {
    it(`gives up after three tries on ${what}`, async () => {
      if (step === silence) call = functionClient(server.endpoint, IMPATIENT);
      server.script(step, step, step, step);
      await expect(failureOf('UpdateItem')).resolves.toMatchObject({ name, uncertain, attempts: 3 });
      expect(server.received.length).toBe(3);
      expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
    });
  }

  it('knows that nothing was done where nothing was sent', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    call = functionClient(`http://127.0.0.1:${port}`);
    await expect(failureOf('UpdateItem')).resolves.toMatchObject({
      name: 'NetworkError',
      uncertain: false,
      attempts: 3,
    });
  });

  it('calls no read uncertain', async () => {
    server.script(reset, reset, reset);
    for (const operation of ['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems'] as const) {
      server.script(reset, reset, reset);
      await expect(failureOf(operation)).resolves.toMatchObject({ uncertain: false, attempts: 3 });
    }
  });

  it('does not try again what is a fault of its own', async () => {
    server.script(fault(400, 'ValidationException'));
    await expect(failureOf('PutItem')).resolves.toMatchObject({
      name: 'ValidationException',
      message: 'ValidationException it is',
      attempts: 1,
      uncertain: false,
    });
    server.script(fault(400, 'AccessDeniedException'));
    await expect(failureOf('PutItem')).resolves.toMatchObject({ name: 'AccessDeniedException', attempts: 1 });
    expect(server.received.length).toBe(1);
  });

  it('does not try again what something else than DynamoDB refuses', async () => {
    server.script(respond(403, '<html>blocked</html>'));
    await expect(failureOf('PutItem')).resolves.toMatchObject({ name: 'ResponseError', attempts: 1, uncertain: true });
  });

  it('hands over what a failed condition found, and whether an earlier try may have been applied', async () => {
    const item = { pk: { S: 'a' }, n: { N: '1' } };
    const refusal = fault(400, 'ConditionalCheckFailedException', { Item: item });
    server.script(refusal);
    await expect(failureOf('UpdateItem')).resolves.toMatchObject({ item, uncertain: false, attempts: 1 });
    server.script(reset, refusal);
    await expect(failureOf('UpdateItem')).resolves.toMatchObject({
      name: 'ConditionalCheckFailedException',
      item,
      uncertain: true,
      attempts: 2,
    });
    server.script(fault(400, 'ThrottlingException'), refusal);
    await expect(failureOf('UpdateItem')).resolves.toMatchObject({ item, uncertain: false, attempts: 2 });
  });

  it('hands over why a transaction was cancelled', async () => {
    const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no', Item: { pk: { S: 'a' } } }];
    server.script(fault(400, 'TransactionCanceledException', { CancellationReasons: reasons }));
    await expect(failureOf('TransactWriteItems')).resolves.toMatchObject({
      name: 'TransactionCanceledException',
      reasons,
      attempts: 1,
      uncertain: false,
    });
  });

  it('reads an error whose message is spelled with a capital, and one without any', async () => {
    server.script(respond(400, { __type: 'ValidationException', Message: 'No such key' }));
    await expect(failureOf('GetItem')).resolves.toMatchObject({ name: 'ValidationException', message: 'No such key' });
    server.script(respond(400, { __type: 'a#ValidationException' }));
    await expect(failureOf('GetItem')).resolves.toMatchObject({ message: 'ValidationException' });
  });
});

describe('The retry budget', () => {
  it('ends the retries of a store that fails for long, and is filled by what succeeds', async () => {
    server.script(...Array.from({ length: 200 }, () => reset));
    const attempts: number[] = [];
    // 500 tokens at 14 a retry: 17 calls of three tries, one of two, and then single ones.
    for (let index = 0; index < 20; index++) attempts.push((await failureOf('GetItem')).attempts);
    expect(attempts).toEqual([...Array(17).fill(3), 2, 1, 1]);
    server.script();
    // 10 tokens are left, and each success brings one.
    for (let index = 0; index < 3; index++) await call('GetItem', INPUT);
    server.script(reset);
    await expect(failureOf('GetItem')).resolves.toMatchObject({ attempts: 1 });
    await call('GetItem', INPUT);
    // 14 tokens: a call that succeeds after a retry gives back what that cost.
    for (let index = 0; index < 3; index++) {
      server.script(reset);
      await expect(call('GetItem', INPUT)).resolves.toEqual(ITEM);
    }
    server.script(reset, reset);
    await expect(failureOf('GetItem')).resolves.toMatchObject({ attempts: 2 });
  });

  it('is no larger for all that succeeds', async () => {
    for (let index = 0; index < 20; index++) await call('GetItem', INPUT);
    server.script(...Array.from({ length: 200 }, () => reset));
    const attempts: number[] = [];
    for (let index = 0; index < 18; index++) attempts.push((await failureOf('GetItem')).attempts);
    expect(attempts).toEqual([...Array(17).fill(3), 2]);
  });
});
