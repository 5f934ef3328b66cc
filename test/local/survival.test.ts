/** What `npm start` outlives: the order to stop while requests run, an engine that dies, a body without an end. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startService } from '../../tools/local/service.ts';
import { bringOnce } from '../support/kept-records.ts';
import { noted } from '../support/roles/record.ts';
import { createTestTable } from '../support/store.ts';
import { KEYS, REQUIRED, world } from '../support/world.ts';
import { serveExample } from './serving.ts';
import { processesOf, useStarts } from './starting.ts';

/** Stands before an engine and holds requests back while `isHeld` says so; says how many it holds. */
const slowDoor = async (isHeld: () => boolean, holds: (count: number) => void): Promise<string> => {
  const waiting: (() => void)[] = [];
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request;
    const sent = httpRequest(inject('endpoint'), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(sent);
  };
  const release = setInterval(() => {
    if (!isHeld()) for (const go of waiting.splice(0)) go();
  }, 10);
  const door = createServer((request, response) => {
    if (!isHeld()) return forward(request, response);
    holds(waiting.push(() => forward(request, response)));
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => {
    clearInterval(release);
    door.closeAllConnections();
    door.close();
  });
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
};

describe('The local service', () => {
  it('lets the requests that run end before it stops, and takes no more', async () => {
    let isHeld = false;
    let held = 0;
    const holds = (count: number) => {
      held = count;
    };
    const service = await startService({
      ...noted,
      assemblyDirectory: inject('assemblyDirectory'),
      tableName: (await createTestTable()).name,
      requestsOnly: true,
      between: () => slowDoor(() => isHeld, holds),
      onOutput: () => {},
      load: (table) => bringOnce(table, world),
    });
    const ask = () => fetch(`${service.url}/v1/listing/101/maps-action-links`, { headers: { 'x-api-key': KEYS.ours } });
    expect((await ask()).status).toBe(200);
    isHeld = true;
    const running = ask();
    await expect.poll(() => held).toBeGreaterThan(0);
    const closed = service.close(10_000);
    await expect(ask()).rejects.toThrow();
    isHeld = false;
    expect((await running).status).toBe(200);
    await closed;
  });

  it('cuts off what has not ended when its time is over', async () => {
    let isHeld = false;
    let held = 0;
    const holds = (count: number) => {
      held = count;
    };
    const service = await startService({
      ...noted,
      assemblyDirectory: inject('assemblyDirectory'),
      tableName: (await createTestTable()).name,
      requestsOnly: true,
      between: () => slowDoor(() => isHeld, holds),
      onOutput: () => {},
      load: (table) => bringOnce(table, world),
    });
    isHeld = true;
    const running = fetch(`${service.url}/v1/listing/101/maps-action-links`, { headers: { 'x-api-key': KEYS.ours } });
    running.catch(() => {});
    await expect.poll(() => held).toBeGreaterThan(0);
    await service.close(50);
    await expect(running).rejects.toThrow();
  });
});

describe('npm start', () => {
  const { start, file, dataFile } = useStarts();

  it('starts an engine that died again, with its data, and says so; lets the requests that run end before it ends', async () => {
    const data = await dataFile('engine.jsonl', world);
    const db = file('engine.db');
    const service = start(['--assembly', inject('assemblyDirectory'), '--port', '0', '--data', data, '--db', db]);
    const url = await service.ready;
    const ask = () => fetch(`${url}/v1/listing/101/maps-action-links`, { headers: { 'x-api-key': KEYS.ours } });
    expect((await ask()).status).toBe(200);
    const engines = (await processesOf(`--db-path ${db}`)).filter((line) => !line.includes('sh -c'));
    expect(engines).toHaveLength(1);
    process.kill(Number(engines[0]!.trim().split(' ')[0]), 'SIGKILL');
    await expect.poll(() => service.output.stderr).toMatch(/engine ended .* was started again/);
    await expect.poll(async () => (await ask()).status).toBe(200);
    // Half a request is under way when the order to stop comes.
    const body = JSON.stringify(REQUIRED);
    const headers = { 'x-api-key': KEYS.ours, 'Content-Length': Buffer.byteLength(body) };
    const running = httpRequest(`${url}/v1/business/101`, { method: 'PUT', headers });
    const answered = once(running, 'response');
    running.write(body.slice(0, 5));
    // The service has seen the beginning of it once it has answered another request on the way there.
    expect((await ask()).status).toBe(200);
    service.child.kill('SIGTERM');
    await expect
      .poll(() =>
        ask().then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .toBe('refused');
    running.end(body.slice(5));
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(await service.ended).toMatchObject({ code: 0 });
  });
});

describe('The local gateway', () => {
  const { address } = serveExample();

  it('answers 413 to a body without an end, and then cuts it', async () => {
    const socket = connect(address().port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST /order HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let sent = 0;
    const send = () => {
      while (!socket.destroyed && socket.write(chunk)) sent += 65_536;
      sent += 65_536;
      if (!socket.destroyed) socket.once('drain', () => setTimeout(send, 1));
    };
    send();
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeGreaterThan(10 * 1_048_576);
  });
});
