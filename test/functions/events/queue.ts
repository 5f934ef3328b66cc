/** A queue for tests: it takes batches over HTTP as SQS does, delays by the clock of the functions, and loses what the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clock } from '../../../lib/dynamodb/client/clock.ts';

export interface Queued {
  readonly body: string;
  readonly group: string | undefined;
  /** Seconds. */
  readonly delay: number;
  /** Epoch milliseconds. */
  readonly visibleAt: number;
  readonly receipts: number;
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageGroupId?: string;
  readonly DelaySeconds?: number;
}

export interface TestQueue {
  readonly url: string;
  /** Taken out when they are received; what is put back comes again. */
  messages: Queued[];
  /** Batches that came, with the number of their entries. */
  readonly batches: number[];
  /** What becomes of an entry: `lost` is answered as failed. */
  fate: (entry: Entry) => 'kept' | 'lost';
  /** All requests fail while it is set. */
  isDown: boolean;
  close(): void;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

export const openQueue = async (): Promise<TestQueue> => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { Entries } = JSON.parse(await textOf(request)) as { Entries: readonly Entry[] };
    const isSigned = /Credential=\S+\/sqs\/aws4_request/.test(String(request.headers.authorization));
    if (queue.isDown || !isSigned || request.headers['x-amz-target'] !== 'AmazonSQS.SendMessageBatch') {
      response.writeHead(queue.isDown ? 503 : 400).end('{}');
      return;
    }
    queue.batches.push(Entries.length);
    const [kept, lost] = [Entries.filter((each) => queue.fate(each) === 'kept'), [] as Entry[]];
    for (const entry of Entries) if (!kept.includes(entry)) lost.push(entry);
    for (const { MessageBody: body, MessageGroupId: group, DelaySeconds: delay = 0 } of kept)
      queue.messages.push({ body, group, delay, visibleAt: clock.now() + delay * 1000, receipts: 0 });
    const Failed = lost.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false }));
    response.end(JSON.stringify({ Successful: kept.map(({ Id }) => ({ Id, MessageId: Id })), Failed }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const queue: TestQueue = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/000000000000/deliveries`,
    messages: [],
    batches: [],
    fate: () => 'kept',
    isDown: false,
    close: () => void server.close(),
  };
  return queue;
};
