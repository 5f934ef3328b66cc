/** Counts what calls to a table consume, as a proxy in front of an engine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { OperationName } from '../../lib/dynamodb/client/call.ts';
import type { Key } from '../../lib/dynamodb/table/keys.ts';
import { keysWritten } from '../data/keys-written.ts';

export interface Tally {
  calls: number;
  readUnits: number;
  writeUnits: number;
  /** The keys of the items that may have been written. */
  written: readonly Key[];
}

const nothing = (): Tally => ({ calls: 0, readUnits: 0, writeUnits: 0, written: [] });

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

interface Capacity {
  readonly CapacityUnits: number;
}

/** Starts a proxy in front of an engine that asks the engine what each call consumes, and adds that up. */
export const startCounter = async (endpoint: string) => {
  let tally = nothing();
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const target = String(request.headers['x-amz-target']);
      const operation = target.split('.').at(-1) as OperationName;
      const input = JSON.parse(Buffer.concat(chunks).toString()) as object;
      tally.written = [...tally.written, ...keysWritten({ operation, input })];
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': target,
          authorization: String(request.headers.authorization),
          'x-amz-date': String(request.headers['x-amz-date']),
        },
        body: JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }),
      });
      const text = await reply.text();
      const consumed = JSON.parse(text).ConsumedCapacity as Capacity | readonly Capacity[] | undefined;
      if (consumed === undefined)
        throw new Error(`The engine does not say what ${target} consumed: ${text.slice(0, 200)}`);
      const units = [consumed].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
      tally.calls++;
      tally[READS.has(operation) ? 'readUnits' : 'writeUnits'] += units;
      response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
    } catch (error) {
      response.writeHead(400).end(JSON.stringify({ __type: 'ValidationException', message: (error as Error).message }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was consumed since the last time this was asked. */
    take: (): Tally => {
      const taken = tally;
      tally = nothing();
      return taken;
    },
    close: () => server.close(),
  };
};

/** The same in a thread of its own, whose processor time is none of the functions' that are measured in this one. */
export const startCounterApart = async (endpoint: string) => {
  const worker = new Worker(new URL('cost-counter-thread.ts', import.meta.url), { workerData: { endpoint } });
  const [address] = (await once(worker, 'message')) as [string];
  return {
    endpoint: address,
    async take(): Promise<Tally> {
      worker.postMessage('take');
      const [taken] = (await once(worker, 'message')) as [Tally];
      return taken;
    },
    close: () => worker.terminate(),
  };
};
