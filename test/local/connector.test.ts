/** The connector of `npm start -- --connector`: what it asks of the API, which are the functions here. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as receiveMessage } from '../../functions/conversations/receive-message.ts';
import { type LocalConnector, startConnector } from '../../tools/local/connector.ts';
import { bodyOf } from '../../tools/local/small-body.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { accepted, contactsOf, messagesOf, newAccount, run, send } from '../functions/conversations/support.ts';
import { call } from '../support/call.ts';
import { openWorld } from '../support/opened-world.ts';
import { KEYS } from '../support/world.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let table: OpenTable;
let api: Server;
let connector: LocalConnector;
const lines: string[] = [];
const kept: string[] = [];
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await openWorld();
  api = createServer(async (request, response) => {
    const [, , module, businessId = ''] = (request.url ?? '').split('/');
    const body = await bodyOf(request, 100_000);
    const answer =
      module === 'connectors'
        ? { status: 200, body: { id: 'con_0', secret: SECRET } }
        : await call(receiveMessage, { key: String(request.headers['x-api-key']), path: { businessId }, body });
    if ('messageId' in answer.body) kept.push(answer.body.messageId);
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => void api.listen(0, resolve));
  const { port } = api.address() as AddressInfo;
  connector = await startConnector({
    ...{ port: 0, api: `http://localhost:${port}`, key: KEYS.ours, accountNumber: 100 },
    onJob: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await connector.close();
  api.close();
});

/** Hands a job to it, as the service does. */
const handOver = async (job: { readonly id: string }): Promise<unknown> => {
  const [body, at] = [JSON.stringify(job), new Date()];
  const headers = {
    'webhook-id': job.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(job.id, at, body),
  };
  return (await fetch(connector.url, { method: 'POST', headers, body })).json();
};

it.each(['SMS', 'EMAIL'])('answers #reply as the contact, once for a job, over %s', async (channel) => {
  const n = await newAccount();
  const { ada } = contactsOf(n);
  await accepted(send(n + 1, { customerId: ada, channel, subject: 'Hello', text: 'Hi #reply' }));
  const [job] = (await run(table, n)).sent;
  for (let tries = 0; tries < 2; tries++) expect(await handOver(job!)).toMatchObject({ status: 'done' });
  await expect.poll(() => kept.length, { timeout: 10_000 }).toBe(2);
  const [id, again] = kept.splice(0);
  expect(again).toBe(id);
  const echo = { id, direction: 'RECEIVE', status: 'RECEIVED', text: 'Echo: Hi #reply', channel };
  expect((await messagesOf(n, ada)).slice(1)).toEqual([expect.objectContaining(echo)]);
  expect(lines.filter((line) => !line.endsWith(' message.send 200'))).toEqual([]);
});
