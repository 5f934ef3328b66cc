/** What stands between functions and engines: each function does what its role allows, and is refused all else as AWS refuses it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { placeOf, signedRequest, signedUrl } from '../../../lib/bucket/place.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { serviceQueue } from '../../../lib/queue/client.ts';
import { readGateway } from '../../../lib/usage/control-plane.ts';
import { createAuthority, denialText } from '../../../tools/local/iam/authority.ts';
import { type Guard, startGuard } from '../../../tools/local/iam/guard.ts';
import type { FunctionRole } from '../../../tools/local/iam/roles.ts';
import { readStatement } from '../../../tools/local/iam/statement.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { createTestTable } from '../../support/store.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';
const roleOf = (...statements: object[]): FunctionRole => ({
  statements: statements.map(readStatement),
  environment: {},
  lambda: [],
});
const allow = (actions: string[], resource: string) => ({ Effect: 'Allow', Action: actions, Resource: resource });
const functions = {
  Reader: roleOf(allow(['dynamodb:GetItem', 'dynamodb:PutItem'], TABLE), {
    Effect: 'Deny',
    Action: 'dynamodb:*',
    Resource: '*',
    Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': 'SECRET#*' } },
  }),
  Server: roleOf(allow(['s3:GetObject'], 'arn:aws:s3:::Media/*'), allow(['s3:ListBucket'], 'arn:aws:s3:::Media')),
  Blind: roleOf(allow(['s3:GetObject'], 'arn:aws:s3:::Media/*')),
};

let table: OpenTable;
let guard: Guard;
let denied: string[] = [];
const used = new Set<string>();
/** Stands for the queue, the bucket and the control plane: says what came, and knows no object. */
const engine = createServer((request, response) => {
  response
    .writeHead(404, { 'Content-Type': 'text/plain', 'X-Seen': String(request.headers.authorization) })
    .end('none');
});

beforeAll(async () => {
  table = await createTestTable();
  await new Promise<void>((done) => engine.listen(0, '127.0.0.1', done));
  const there = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
  guard = await startGuard({
    authority: createAuthority({ functions, tables: {}, plans: {} }, (right) => used.add(right)),
    ids: {
      idOf: (name) => (name === table.name ? 'Table' : name),
      keysOf: () => ({ table: 'pk', indexes: { gsi1: 'gsi1pk' } }),
      queueIdOf: () => 'Queue',
      bucketIdOf: () => 'Media',
      planIdOf: (name) => name,
    },
    targets: { dynamodb: inject('endpoint'), sqs: there, s3: there, apigateway: there },
    onDenied: (denial) => denied.push(denialText(denial)),
  });
  for (const service of ['S3', 'SQS', 'API_GATEWAY']) vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, guard.endpoint);
  await table.put({ Item: { pk: 'P#1', sk: 'S', a: 1 } });
});
afterAll(async () => {
  await guard.close();
  engine.close();
});
beforeEach(() => {
  denied = [];
});

/** Signs as a function from here on; the guarded table as that one sees it. */
const as = (functionId: string) => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', functionId);
  return tableOf(table.name, functionClient(guard.endpoint));
};

it('lets a function do what its role allows, and notes that right', async () => {
  expect(await as('Reader').get({ pk: 'P#1', sk: 'S' })).toEqual({ pk: 'P#1', sk: 'S', a: 1 });
  expect([...used]).toEqual([`Reader dynamodb:getitem on ${TABLE}`]);
  expect(denied).toEqual([]);
});

it.each<[string, string, (reader: ReturnType<typeof as>) => Promise<unknown>]>([
  ['an action', 'dynamodb:DeleteItem on', (reader) => reader.remove({ Key: { pk: 'P#1', sk: 'S' } })],
  [
    'an index',
    'dynamodb:Query on',
    (reader) =>
      reader
        .query({
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :p',
          ExpressionAttributeValues: { ':p': 'P' },
        })
        .next(),
  ],
  ['a key', 'SECRET#1): a statement of its role denies it', (reader) => reader.get({ pk: 'SECRET#1', sk: 'S' })],
])('refuses %s as DynamoDB does, and says which', async (_, text, work) => {
  await expect(work(as('Reader'))).rejects.toMatchObject({
    name: 'AccessDeniedException',
    attempts: 1,
    uncertain: false,
  });
  expect(denied).toEqual([expect.stringMatching(/^Reader may not dynamodb:/)]);
  expect(denied[0]).toContain(text);
});

it('refuses a transaction for one of its parts, and does none of them', async () => {
  as('Reader');
  const call = functionClient(guard.endpoint);
  const Key = { pk: { S: 'P#2' }, sk: { S: 'S' } };
  const TransactItems = [
    { Put: { TableName: table.name, Item: Key } },
    { Delete: { TableName: table.name, Key: { pk: { S: 'P#1' }, sk: { S: 'S' } } } },
  ];
  await expect(call('TransactWriteItems', { TransactItems })).rejects.toThrow(
    'not authorized to perform: dynamodb:DeleteItem',
  );
  expect(await table.get({ pk: 'P#2', sk: 'S' })).toBeUndefined();
});

it('refuses a table that its role does not name', async () => {
  as('Reader');
  const other = tableOf('other', functionClient(guard.endpoint));
  await expect(other.get({ pk: 'P#1', sk: 'S' })).rejects.toMatchObject({ name: 'AccessDeniedException' });
});

it('refuses a queue as SQS does', async () => {
  as('Reader');
  vi.stubEnv('QUEUE_URL', 'http://127.0.0.1:9/0/queue');
  const sent = serviceQueue('QUEUE_URL').send([{ body: 'x', group: 'g' }]);
  await expect(sent).rejects.toMatchObject({ name: 'AccessDeniedException', attempts: 1 });
  expect(denied).toEqual([expect.stringContaining('Reader may not sqs:SendMessage on')]);
});

it('refuses the control plane as API Gateway does', async () => {
  as('Reader');
  await expect(readGateway('/usageplans/p/usage', (body) => body, {})).rejects.toThrow();
  expect(denied).toEqual([expect.stringContaining('Reader may not apigateway:GET on')]);
});

it('refuses a bucket as S3 does, in a signed URL too', async () => {
  as('Reader');
  const { url, headers } = signedRequest(placeOf('MEDIA_BUCKET'), { method: 'PUT', key: 'a' });
  const { host: _, Host: __, ...own } = headers as Record<string, string>;
  for (const answer of [
    await fetch(url, { method: 'PUT', headers: own, body: 'x' }),
    await fetch(signedUrl(placeOf('MEDIA_BUCKET'), 'a', 60)),
  ]) {
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  }
  expect(denied.map((each) => each.split(' on ')[0])).toEqual([
    'Reader may not s3:PutObject',
    'Reader may not s3:GetObject',
  ]);
});

it('shows that an object is not there to whoever may list the bucket', async () => {
  const statusFor = async (functionId: string) => {
    as(functionId);
    return (await fetch(signedUrl(placeOf('MEDIA_BUCKET'), 'a', 60))).status;
  };
  expect([await statusFor('Server'), await statusFor('Blind')]).toEqual([404, 403]);
});

it('knows no one else', async () => {
  await expect(as('Unknown').get({ pk: 'P#1', sk: 'S' })).rejects.toMatchObject({ name: 'StoreUnavailable' });
  expect([...used].filter((right) => right.startsWith('Unknown'))).toEqual([]);
});
