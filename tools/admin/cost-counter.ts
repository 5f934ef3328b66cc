/** Counts what calls to a table consume, as a proxy in front of an engine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Tally {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

interface Capacity {
  readonly CapacityUnits: number;
}

/** Starts a proxy in front of an engine that asks the engine what each call consumes, and adds that up. */
export const startCounter = async (endpoint: string) => {
  const tally: Tally = { calls: 0, readUnits: 0, writeUnits: 0 };
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const target = String(request.headers['x-amz-target']);
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': target,
          authorization: String(request.headers.authorization),
          'x-amz-date': String(request.headers['x-amz-date']),
        },
        body: JSON.stringify({ ...JSON.parse(Buffer.concat(chunks).toString()), ReturnConsumedCapacity: 'TOTAL' }),
      });
      const text = await reply.text();
      const consumed = JSON.parse(text).ConsumedCapacity as Capacity | readonly Capacity[] | undefined;
      if (consumed === undefined)
        throw new Error(`The engine does not say what ${target} consumed: ${text.slice(0, 200)}`);
      const units = [consumed].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
      tally.calls++;
      tally[READS.has(target.split('.').at(-1) ?? '') ? 'readUnits' : 'writeUnits'] += units;
      response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
    } catch (error) {
      response.writeHead(400).end(JSON.stringify({ __type: 'ValidationException', message: (error as Error).message }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What `work` consumed. */
    async during(work: () => Promise<unknown>): Promise<Tally> {
      Object.assign(tally, { calls: 0, readUnits: 0, writeUnits: 0 });
      await work();
      return { ...tally };
    },
    close: () => server.close(),
  };
};
