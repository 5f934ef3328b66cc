/** The queue and the webhook that the functions for webhooks call while they are measured, in a separate thread. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { startQueueServer } from '../local/queue/server.ts';

/** Their addresses. */
export interface EventWorld {
  readonly queue: string;
  readonly webhook: string;
}

const webhook = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
webhook.listen(0, '127.0.0.1', async () => {
  const { endpoint } = await startQueueServer();
  const [QueueName] = ['cost'];
  const headers = { 'x-amz-target': 'AmazonSQS.CreateQueue' };
  const made = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify({ QueueName }) });
  const { QueueUrl } = (await made.json()) as { QueueUrl: string };
  const { port } = webhook.address() as AddressInfo;
  parentPort!.postMessage({ queue: QueueUrl, webhook: `http://127.0.0.1:${port}/` } satisfies EventWorld);
});
