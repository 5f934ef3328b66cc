/** A store that answers at once and checks no condition: what a load takes by itself is measured against it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attributes = Record<string, { readonly S?: string }>;

export const startInstantStore = async () => {
  const items = new Map<string, Attributes>();
  const nameOf = ({ pk, sk }: Attributes) => `${pk?.S}\n${sk?.S}`;
  const put = (item: Attributes) => void items.set(nameOf(item), item);
  const answers: Record<string, (input: never) => object> = {
    PutItem({ Item }: { Item: Attributes }) {
      put(Item);
      return {};
    },
    TransactWriteItems({ TransactItems }: { TransactItems: readonly { Put?: { Item: Attributes } }[] }) {
      for (const { Put } of TransactItems) if (Put) put(Put.Item);
      return {};
    },
    GetItem({ Key }: { Key: Attributes }) {
      const Item = items.get(nameOf(Key));
      return Item ? { Item } : {};
    },
    BatchGetItem({ RequestItems }: { RequestItems: Record<string, { Keys: readonly Attributes[] }> }) {
      const found = Object.entries(RequestItems).map(([table, { Keys }]) => [
        table,
        Keys.flatMap((key) => items.get(nameOf(key)) ?? []),
      ]);
      return { Responses: Object.fromEntries(found), UnprocessedKeys: {} };
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const table = { TableStatus: 'ACTIVE' };
    const answer = answers[operation]?.(JSON.parse(Buffer.concat(chunks).toString()) as never);
    const text = JSON.stringify(answer ?? { Table: table, TableDescription: table });
    response.writeHead(200, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
