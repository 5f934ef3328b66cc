/** The embedded engine with a table, and a proxy before it that counts what each request takes. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import {
  INDEX,
  INDEX_ATTRIBUTES,
  keyAttributes,
  NAMESAKES,
  NAMESAKES_ATTRIBUTES,
} from '../../lib/dynamodb/table/keys.ts';
import { type Engine, startEngine } from '../../tools/local/engine.ts';

export const TABLE_NAME = 'bench';

const keySchema = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: 'HASH' as const },
  { AttributeName: sk, KeyType: 'RANGE' as const },
];

/** Starts the engine with an empty table, as the stack has it. */
export const startTable = async () => {
  const engine: Engine = await startEngine();
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  await client.send(
    new CreateTableCommand({
      TableName: TABLE_NAME,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...keyAttributes].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: keySchema('pk', 'sk'),
      GlobalSecondaryIndexes: [
        {
          IndexName: INDEX,
          KeySchema: keySchema('gsi1pk', 'gsi1sk'),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...INDEX_ATTRIBUTES] },
        },
        {
          IndexName: NAMESAKES,
          KeySchema: keySchema('gsi2pk', 'gsi2sk'),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...NAMESAKES_ATTRIBUTES] },
        },
      ],
    }),
  );
  return {
    endpoint: engine.endpoint,
    async write(items: Iterable<Item>): Promise<void> {
      const write = async (batch: readonly Item[]) => {
        const requests = batch.map((each) => ({ PutRequest: { Item: each } }));
        await client.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }));
      };
      let batch: Item[] = [];
      for (const item of items) {
        batch.push(item);
        if (batch.length < 25) continue;
        await write(batch);
        batch = [];
      }
      if (batch.length > 0) await write(batch);
    },
    async stop() {
      client.destroy();
      await engine.stop();
    },
  };
};

/** What a request took from the table. */
export interface Taken {
  readonly calls: readonly string[];
  readonly units: number;
  /** Bytes of the bodies, both ways. */
  readonly bytes: number;
}

/** Stands before the engine and asks it for the capacity that each call takes. */
export const startCounter = async (endpoint: string) => {
  let calls: string[] = [];
  let units = 0;
  let bytes = 0;
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    const body = JSON.stringify({ ...JSON.parse(text), ReturnConsumedCapacity: 'TOTAL' });
    const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) };
    http
      .request(endpoint, { method: 'POST', headers, agent }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        const whole = Buffer.concat(parts);
        const { ConsumedCapacity = [] } = JSON.parse(whole.toString());
        calls.push(String(request.headers['x-amz-target']).split('.')[1]!);
        for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) units += CapacityUnits;
        bytes += Buffer.byteLength(text) + whole.length;
        response.writeHead(answer.statusCode!, answer.headers);
        response.end(whole);
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was taken since it was asked before. */
    take(): Taken {
      const taken = { calls, units, bytes };
      [calls, units, bytes] = [[], 0, 0];
      return taken;
    },
    stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
