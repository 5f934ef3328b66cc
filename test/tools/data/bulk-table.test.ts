/** The table of an import: where its calls go, as whom, and how reads are batched. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Key } from '../../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { withBatchLoader } from '../../../tools/data/batch-loader.ts';
import { bulkTable } from '../../../tools/data/bulk-table.ts';
import { openTable } from '../../../tools/open-table.ts';
import { createTestTable } from '../../support/store.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const key = (name: string): Key => ({ pk: name, sk: 'X' });

describe('the calls', () => {
  test('do on an engine what the SDK’s do', async () => {
    const { name } = await createTestTable();
    const open = openTable({ tableName: name, endpoint: inject('endpoint') });
    const bulk = await bulkTable(open);
    const Put = { Item: { ...key('a'), type: 'menu', count: 7 }, ConditionExpression: 'attribute_not_exists(pk)' };
    expect(await bulk.put(Put)).toBeUndefined();
    expect(await bulk.get(key('a'))).toEqual(await open.get(key('a')));
    expect(await bulk.put(Put)).toEqual(await open.put(Put));
    expect(await bulk.transact([{ Put }])).toEqual(await open.transact([{ Put }]));
    open.client.destroy();
  });

  test('go where the SDK sends them, with the credentials that it finds', async () => {
    const asked: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers);
      request.resume().on('end', () => response.end('{"Table":{}}'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_REGION', 'eu-west-3');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDBULK');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    vi.stubEnv('AWS_SESSION_TOKEN', 'of-a-session');
    const open = openTable({ tableName: 'bulk' });
    const bulk = await bulkTable(open);
    await bulk.put({ Item: key('a') });
    const [bySdk, byUs] = asked;
    expect(asked).toHaveLength(2);
    expect([bySdk!['x-amz-target'], byUs!['x-amz-target']]).toEqual([
      'DynamoDB_20120810.DescribeTable',
      'DynamoDB_20120810.PutItem',
    ]);
    expect(byUs!.authorization).toMatch(/Credential=AKIDBULK\/\d{8}\/eu-west-3\/dynamodb\/aws4_request/);
    expect(byUs!['x-amz-security-token']).toBe('of-a-session');
    expect(byUs!.host).toBe(bySdk!.host);
    open.client.destroy();
    server.close();
  });

  test('a table that is not there is said, as by the SDK', async () => {
    const open = openTable({ tableName: 'there-is-none', endpoint: inject('endpoint') });
    await expect(bulkTable(open)).rejects.toThrow(/not found|non-existent/i);
    open.client.destroy();
  });
});

describe('reads at the same time', () => {
  const store = (fails = false) => {
    const calls: (readonly Key[])[] = [];
    const shared = { ...key('a'), list: [1] };
    const batchGet = async (keys: readonly Key[]): Promise<Item[]> => {
      calls.push(keys);
      if (fails) throw new StoreUnavailable('the store throttles');
      return keys.some(({ pk }) => pk === 'a') ? [shared] : [];
    };
    const get = async (): Promise<Item> => key('stale') as unknown as Item;
    return { calls, table: withBatchLoader<Pick<Table, 'get' | 'batchGet'>>({ batchGet, get }) };
  };

  test('are one call; each gets what it has asked for', async () => {
    const { calls, table } = store();
    const [a, b, both, again] = await Promise.all([
      table.get(key('a')),
      table.get(key('b')),
      table.batchGet([key('a'), key('b'), key('a')]),
      table.get(key('a')),
    ]);
    expect(calls).toHaveLength(1);
    expect([a?.list, b, both.length]).toEqual([[1], undefined, 1]);
    // What one does to an item no other sees.
    (a!.list as number[]).push(2);
    expect(again?.list).toEqual([1]);
  });

  test('that come later are asked again: what was written between is seen', async () => {
    const { calls, table } = store();
    await table.get(key('a'));
    await table.get(key('a'));
    expect(calls).toHaveLength(2);
  });

  test('fail together, each by itself', async () => {
    const { table } = store(true);
    const both = await Promise.allSettled([table.get(key('a')), table.batchGet([key('b')])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('that need not be consistent go by themselves', async () => {
    const { calls, table } = store();
    expect(await table.get(key('a'), { consistent: false })).toEqual(key('stale'));
    expect(calls).toEqual([]);
  });
});
