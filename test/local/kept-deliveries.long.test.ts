/** A database that is kept: what waits for its next try is tried again by the process that comes after. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inject, it, onTestFinished } from 'vitest';
import { demoAccount, demoKey } from '../../tools/local/demo.ts';
import { processesOf, useStarts } from './starting.ts';

const { start, file } = useStarts();

it('a delivery that waits outlives the process', async () => {
  const events: string[] = [];
  const server = createServer((request, response) => {
    events.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(events.length === 1 ? 500 : 204).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const db = file('deliveries.db');
  const args = ['--port', '0', '--db', db, '--assembly', inject('assemblyDirectory')];
  const first = start(args);
  const url = await first.ready;
  const headers = { 'x-api-key': await demoKey(), 'content-type': 'application/json' };
  const webhooks = [{ url: `http://127.0.0.1:${port}/`, events: ['BUSINESS_STATUS_CHANGED'] }];
  const subscribed = await fetch(`${url}/v1/subscriptions/subscribe?businessId=${demoAccount}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ webhooks }),
  });
  expect(subscribed.status).toBe(200);
  await fetch(`${url}/v1/business/700105/status?astatus=inactive`, { method: 'PUT', headers });
  await expect.poll(() => first.output.stdout).toMatch(/ 500 .*: pending, again in \d+ s$/m);
  first.child.kill('SIGKILL');
  await expect.poll(() => processesOf(db)).toEqual([]);

  const second = start(args);
  await second.ready;
  await expect.poll(() => second.output.stdout).toMatch(/ 204 .*: delivered$/m);
  expect(events).toEqual([events[0], events[0]]);
  second.child.kill('SIGINT');
  expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
});
