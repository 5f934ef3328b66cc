/** A call that is given up: by its deadline, or by its signal. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import {
  fault,
  reset,
  type ScriptedServer,
  type Step,
  setLambdaEnvironment,
  silence,
  stall,
  startScriptedServer,
} from './scripted-server.ts';

const INPUT = { TableName: 't', Key: { pk: { S: 'a' } } };
const throttled = fault(400, 'ThrottlingException');

let server: ScriptedServer;
let call: Call;

beforeAll(async () => {
  server = await startScriptedServer();
});
beforeEach(() => {
  setLambdaEnvironment();
  server.script();
  call = functionClient(server.endpoint);
});
afterAll(() => server.stop());

/** Does something when the request is there. */
const then =
  (act: () => void, step: Step = silence): Step =>
  (response, request) => {
    step(response, request);
    act();
  };

const closed = (socket: Socket) => (socket.destroyed ? undefined : once(socket, 'close'));

describe('A deadline', () => {
  it('that has passed lets nothing begin', async () => {
    await expect(call('PutItem', INPUT, { deadline: Date.now() - 1 })).rejects.toMatchObject({
      name: 'DeadlineError',
      attempts: 0,
      uncertain: false,
    });
    expect(server.received).toEqual([]);
  });

  it('ends the try under way, whose write may have been applied, and closes its connection', async () => {
    for (const step of [silence, stall]) {
      server.script(step);
      await expect(call('UpdateItem', INPUT, { deadline: Date.now() + 100 })).rejects.toMatchObject({
        name: 'DeadlineError',
        attempts: 1,
        uncertain: true,
      });
      expect(server.received.length).toBe(1);
      await closed(server.received[0]!.socket);
    }
  });

  it('lets no other try begin', async () => {
    const deadline = Date.now() + 100;
    // The next try would begin at once, or some time after the deadline.
    for (const step of [reset, throttled]) {
      server.script(
        then(() => {
          while (Date.now() < deadline);
        }, step),
      );
      const rejected = expect(call('UpdateItem', INPUT, { deadline })).rejects.toMatchObject({ name: 'DeadlineError' });
      await rejected;
      expect(server.received.length).toBeLessThanOrEqual(1);
    }
  });

  it('ends the pause between two tries, and says what the last one failed with', async () => {
    const call = functionClient(server.endpoint);
    const { random } = Math;
    Math.random = () => 0.999;
    const ending = () => {
      server.script(...Array(3).fill(throttled));
      return call('UpdateItem', INPUT, { deadline: Date.now() + 100 }).catch((thrown) => thrown);
    };
    try {
      let error = await ending();
      // A machine that does much else may be late with the answer to the first try.
      for (let more = 0; error.uncertain && more < 50; more++) error = await ending();
      expect(error).toMatchObject({ name: 'DeadlineError', attempts: 1, uncertain: false });
      expect(error.cause).toMatchObject({ message: 'ThrottlingException it is' });
      expect(server.received.length).toBe(1);
    } finally {
      Math.random = random;
    }
  });

  it('that is far away changes nothing', async () => {
    for (const deadline of [Date.now() + 60_000, Number.POSITIVE_INFINITY]) {
      server.script(reset);
      await expect(call('GetItem', INPUT, { deadline })).resolves.toHaveProperty('Item');
      expect(server.received.length).toBe(2);
    }
  });

  it('is looked at before a request is written to a connection that has just come to stand', async () => {
    const { now } = Date;
    const sent = call('UpdateItem', INPUT, { deadline: now() + 60_000 });
    // The sandbox is frozen while it connects: an hour passes that no timer has seen.
    Date.now = () => now() + 3_600_000;
    try {
      await expect(sent).rejects.toMatchObject({ name: 'DeadlineError', attempts: 1, uncertain: false });
    } finally {
      Date.now = now;
    }
    await call('GetItem', INPUT);
    expect(server.received.map(({ headers }) => headers['x-amz-target'])).toEqual(['DynamoDB_20120810.GetItem']);
  });
});

describe('A signal', () => {
  it('that was given lets nothing begin', async () => {
    await expect(call('PutItem', INPUT, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'DeadlineError',
      attempts: 0,
      uncertain: false,
    });
    expect(server.received).toEqual([]);
  });

  it('ends the try under way, whose write may have been applied, and closes its connection', async () => {
    const controller = new AbortController();
    server.script(then(() => controller.abort(new Error('enough'))));
    const error = await call('UpdateItem', INPUT, { signal: controller.signal }).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'DeadlineError', attempts: 1, uncertain: true });
    expect(error.cause).toMatchObject({ message: 'enough' });
    expect(server.received.length).toBe(1);
    await closed(server.received[0]!.socket);
  });

  it('ends a read, which is never uncertain', async () => {
    const controller = new AbortController();
    server.script(then(() => controller.abort()));
    await expect(call('Query', INPUT, { signal: controller.signal })).rejects.toMatchObject({
      name: 'DeadlineError',
      uncertain: false,
    });
  });

  it('remembers an earlier try that may have been applied', async () => {
    const controller = new AbortController();
    server.script(
      reset,
      then(() => controller.abort(), throttled),
      throttled,
    );
    await expect(call('UpdateItem', INPUT, { signal: controller.signal })).rejects.toMatchObject({
      name: 'DeadlineError',
      attempts: 2,
      uncertain: true,
    });
  });

  it('is let go of when the call is over', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    server.script(reset, throttled);
    await call('GetItem', INPUT, { signal });
    expect(listeners).toBe(0);
    // What was kept open for the next call is not closed.
    controller.abort();
    await call('GetItem', INPUT);
    expect(new Set(server.received.slice(-2).map(({ socket }) => socket)).size).toBe(1);
  });

  it('ends a connection that does not come to stand', async () => {
    // Takes the connection, and never says a word of TLS.
    const mute = createServer(() => {});
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as { port: number };
    const controller = new AbortController();
    mute.once('connection', () => controller.abort());
    await expect(
      functionClient(`https://127.0.0.1:${port}`)('UpdateItem', INPUT, { signal: controller.signal }),
    ).rejects.toMatchObject({ name: 'DeadlineError', attempts: 1, uncertain: false });
    const impatient = { connectionTimeout: 200, requestTimeout: 2000 };
    await expect(functionClient(`https://127.0.0.1:${port}`, impatient)('UpdateItem', INPUT)).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'No connection within 200 ms',
      attempts: 3,
      uncertain: false,
    });
    mute.close();
  });
});
