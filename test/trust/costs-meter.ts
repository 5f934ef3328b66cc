/**
 * Stands before an engine and adds up what calls take, in read and write units. What succeeded the engine says itself; a
 * refused write is paid by the size of what it found, in a transaction twice. It can also be the client that is always faster:
 * then each record is changed before it is written.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAID_IN_TRANSACTION, writeUnits } from '../../lib/dynamodb/client/write-budget.ts';
import { type Attributes, fromAttributes } from '../../lib/dynamodb/table/attributes.ts';
import { itemBytes } from '../../lib/dynamodb/table/read-units.ts';

export interface Taken {
  readonly calls: readonly string[];
  readonly reads: number;
  readonly writes: number;
  /** Bytes of the bodies, both ways. */
  readonly bytes: number;
  /** Keys that were written, or may have been. */
  readonly keys: readonly Attributes[];
}

interface Write {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
}
interface Capacity {
  readonly CapacityUnits: number;
}
interface Reply {
  readonly __type?: string;
  readonly Item?: Attributes;
  readonly CancellationReasons?: readonly { readonly Item?: Attributes }[];
  readonly ConsumedCapacity?: Capacity | readonly Capacity[];
}
// biome-ignore lint/suspicious/noExplicitAny: inputs of every operation
type Input = any;

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

const sizeOf = (item: Attributes | undefined): number => (item ? writeUnits(itemBytes(fromAttributes(item))) : 1);

const keysOf = ({ Key, Item }: Write): readonly Attributes[] => {
  const { pk, sk } = Key ?? Item ?? {};
  return pk && sk ? [{ pk, sk }] : [];
};

/** The writes of a call: of a transaction, its actions. */
const writesOf = (operation: string, input: Input): readonly Write[] => {
  if (operation !== 'TransactWriteItems') return [input];
  return input.TransactItems.map((action: Readonly<Record<string, Write>>) => Object.values(action)[0]);
};

export const startMeter = async (endpoint: string) => {
  const nothing = () => ({ calls: [] as string[], reads: 0, writes: 0, bytes: 0, keys: [] as Attributes[] });
  let taken = nothing();
  let contended = 0;
  let changes = 0;
  const agent = new http.Agent({ keepAlive: true });

  const send = (headers: http.IncomingHttpHeaders, target: string, text: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = { ...headers, 'x-amz-target': target, 'content-length': String(Buffer.byteLength(text)) };
      const request = http.request(endpoint, { method: 'POST', headers: sent, agent }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      });
      request.on('error', reject);
      request.end(text);
    });

  /** Writes to the record as another client does: its version and its mark rise. */
  const changeFirst = async (headers: http.IncomingHttpHeaders, table: string, { Key }: Write) => {
    if (!Key) return;
    const mark = `${String(Date.now() + 1).padStart(13, '0')}-${String(changes++).padStart(16, '0')}`;
    const input = {
      TableName: table,
      Key,
      UpdateExpression: 'SET p0 = :mark, version = version + :one',
      ConditionExpression: 'attribute_exists(version)',
      ExpressionAttributeValues: { ':mark': { S: mark }, ':one': { N: '1' } },
    };
    await send(headers, 'DynamoDB_20120810.UpdateItem', JSON.stringify(input));
  };

  /** What a refused write is paid: by what it found, or would have put. */
  const refusedUnits = (operation: string, input: Input, reply: Reply): number => {
    if (operation !== 'TransactWriteItems') return Math.max(sizeOf(reply.Item), sizeOf(input.Item));
    return writesOf(operation, input).reduce((sum, { Item }, index) => {
      const found = reply.CancellationReasons?.[index]?.Item;
      return sum + PAID_IN_TRANSACTION * Math.max(sizeOf(found), sizeOf(Item));
    }, 0);
  };

  const server = http.createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    const input: Input = JSON.parse(text);
    const target = String(request.headers['x-amz-target']);
    const operation = target.split('.')[1] ?? '';
    const isRead = READS.has(operation);
    if (!isRead) {
      const writes = writesOf(operation, input);
      taken.keys.push(...writes.flatMap(keysOf));
      const table = input.TableName ?? input.TransactItems?.map((each: object) => Object.values(each)[0].TableName)[0];
      if (contended-- > 0) for (const write of writes) await changeFirst(request.headers, table, write);
    }
    const answer = await send(request.headers, target, JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }));
    const reply: Reply = JSON.parse(answer.text);
    const consumed: readonly Capacity[] = [reply.ConsumedCapacity ?? []].flat();
    const units = reply.__type
      ? refusedUnits(operation, input, reply)
      : consumed.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
    taken[isRead ? 'reads' : 'writes'] += units;
    taken.calls.push(operation);
    taken.bytes += Buffer.byteLength(text) + Buffer.byteLength(answer.text);
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What the work took. The records of its first `contends` writes are changed before them. */
    async during(work: () => Promise<unknown>, contends = 0): Promise<Taken> {
      taken = nothing();
      contended = contends;
      await work();
      contended = 0;
      return taken;
    },
    stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
