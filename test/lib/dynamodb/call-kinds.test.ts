/** Each kind of call, made by the client and by the SDK: the same bytes go to the engine, and the same comes back. */
import http from 'node:http';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Call, CallError, OperationName } from '../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { callsOf } from '../../../tools/sdk-calls.ts';
import { createEngineTable, sdkClient } from './engine-table.ts';
import { setLambdaEnvironment, startScriptedServer } from './scripted-server.ts';

const key = (sk: string) => ({ pk: { S: 'a#b' }, sk: { S: sk } });
const rich = {
  ...key('rich'),
  text: { S: 'Café 東京 "quoted" \\ \u2028 \u0007 </script>' },
  number: { N: '-12.5e3' },
  flag: { BOOL: false },
  nothing: { NULL: true },
  list: { L: [{ S: '' }, { M: { deep: { L: [] } } }] },
  map: { M: { 'a.b': { N: '0' }, __proto__x: { M: {} } } },
};
const wide = Array.from({ length: 30 }, (_, index) => ({ ...key(`wide-${index}`), filler: { S: 'x'.repeat(50_000) } }));

/** An engine remembers the token of a transaction, whichever table it writes to. */
const tailOf = (TableName: string) => TableName.slice(-12);

/** In this order, on an empty table. What does not succeed fails at both. */
const calls = (TableName: string): readonly (readonly [string, OperationName, object])[] => [
  ['puts an item', 'PutItem', { TableName, Item: rich }],
  ['puts an item and gets the old one', 'PutItem', { TableName, Item: rich, ReturnValues: 'ALL_OLD' }],
  [
    'puts under a condition that fails',
    'PutItem',
    {
      TableName,
      Item: key('rich'),
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  ],
  ['gets an item', 'GetItem', { TableName, Key: key('rich'), ConsistentRead: true }],
  ['gets an item that is not there', 'GetItem', { TableName, Key: key('absent') }],
  ['gets by half a key', 'GetItem', { TableName, Key: { pk: { S: 'a' } } }],
  ['asks a table that is not there', 'GetItem', { TableName: 'absent', Key: key('rich') }],
  [
    'updates an item',
    'UpdateItem',
    {
      TableName,
      Key: key('rich'),
      UpdateExpression: 'SET #n = if_not_exists(#n, :zero) + :one, #m.#n = :text REMOVE flag',
      ExpressionAttributeNames: { '#n': 'count', '#m': 'map' },
      ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' }, ':text': { S: '東京' } },
      ReturnValues: 'ALL_NEW',
    },
  ],
  [
    'updates under a condition that fails',
    'UpdateItem',
    {
      TableName,
      Key: key('rich'),
      UpdateExpression: 'SET a = :a',
      ConditionExpression: 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ':a': { N: '1' } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  ],
  ['updates by an expression that is none', 'UpdateItem', { TableName, Key: key('rich'), UpdateExpression: 'SET SET' }],
  [
    'writes a transaction',
    'TransactWriteItems',
    {
      ClientRequestToken: `${tailOf(TableName)}-1`,
      TransactItems: wide.slice(0, 15).map((Item) => ({ Put: { TableName, Item } })),
    },
  ],
  [
    'writes the rest',
    'TransactWriteItems',
    {
      ClientRequestToken: `${tailOf(TableName)}-2`,
      TransactItems: wide.slice(15).map((Item) => ({ Put: { TableName, Item } })),
    },
  ],
  [
    'writes a transaction that is cancelled',
    'TransactWriteItems',
    {
      ClientRequestToken: `${tailOf(TableName)}-3`,
      TransactItems: [
        { Put: { TableName, Item: key('new') } },
        {
          Put: {
            TableName,
            Item: key('wide-1'),
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    },
  ],
  [
    'gets a transaction',
    'TransactGetItems',
    { TransactItems: [{ Get: { TableName, Key: key('rich') } }, { Get: { TableName, Key: key('absent') } }] },
  ],
  [
    'gets a batch',
    'BatchGetItem',
    { RequestItems: { [TableName]: { Keys: [key('rich'), key('absent')], ConsistentRead: true } } },
  ],
  [
    'queries a page that is full at a megabyte',
    'Query',
    {
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :wide)',
      ExpressionAttributeValues: { ':pk': { S: 'a#b' }, ':wide': { S: 'wide' } },
    },
  ],
  [
    'queries the next page',
    'Query',
    {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'a#b' } },
      ExclusiveStartKey: key('wide-27'),
      Limit: 2,
      ScanIndexForward: false,
      ProjectionExpression: 'sk',
    },
  ],
  ['deletes an item and gets it', 'DeleteItem', { TableName, Key: key('rich'), ReturnValues: 'ALL_OLD' }],
  ['deletes what is not there', 'DeleteItem', { TableName, Key: key('rich') }],
];

interface Outcome {
  readonly target: string | undefined;
  readonly path: string | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
  readonly result: unknown;
}

/** Makes each call, and sees by a proxy what went to the engine. */
const outcomesOf = async (clientOf: (endpoint: string) => Call): Promise<Map<string, Outcome>> => {
  const engine = inject('endpoint');
  const tableName = await createEngineTable(sdkClient(engine));
  const proxy = await startScriptedServer();
  const rename = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value ?? null)
        .replaceAll(tableName, 'T')
        .replaceAll(tailOf(tableName), 'token'),
    );
  const outcomes = new Map<string, Outcome>();
  const call = clientOf(proxy.endpoint);
  for (const [what, operation, input] of calls(tableName)) {
    proxy.script((response, { headers, url }) => {
      const { body } = proxy.received[0]!;
      const sent = http.request(new URL(url!, engine), { method: 'POST', headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      sent.end(body);
    });
    const result = await call(operation, input).then(
      (output: object) => ({ ...output, $metadata: undefined }),
      ({ name, message, item, reasons, attempts, uncertain }: CallError) => ({
        failed: { name, message, item, reasons, attempts, uncertain },
      }),
    );
    const [{ path, headers, body }] = proxy.received as [(typeof proxy.received)[number]];
    outcomes.set(what, {
      target: headers['x-amz-target'],
      path,
      contentType: headers['content-type'],
      body: rename(JSON.parse(body)),
      result: rename(result),
    });
  }
  proxy.stop();
  return outcomes;
};

describe('A call', () => {
  let ours: Map<string, Outcome>;
  let theirs: Map<string, Outcome>;

  beforeAll(async () => {
    setLambdaEnvironment();
    ours = await outcomesOf(functionClient);
    theirs = await outcomesOf((endpoint) => callsOf(sdkClient(endpoint)));
  });

  for (const [what, operation] of calls('T')) {
    it(`that ${what} is the SDK's`, () => {
      expect(ours.get(what)).toEqual(theirs.get(what));
      expect(ours.get(what)).toMatchObject({ target: `DynamoDB_20120810.${operation}`, path: '/' });
    });
  }

  it('fails where it should, and nowhere else', () => {
    const failed = [...ours].flatMap(([what, { result }]) => {
      const { failed } = result as { failed?: { name: string } };
      return failed ? [`${what}: ${failed.name}`] : [];
    });
    expect(failed).toEqual([
      'puts under a condition that fails: ConditionalCheckFailedException',
      'gets by half a key: ValidationException',
      'asks a table that is not there: ResourceNotFoundException',
      'updates under a condition that fails: ConditionalCheckFailedException',
      'updates by an expression that is none: ValidationException',
      'writes a transaction that is cancelled: TransactionCanceledException',
    ]);
    expect(ours.get('updates under a condition that fails')?.result).toMatchObject({ failed: { item: key('rich') } });
    expect(ours.get('writes a transaction that is cancelled')?.result).toMatchObject({
      failed: { reasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: key('wide-1') }] },
    });
    expect(ours.get('queries a page that is full at a megabyte')?.result).toHaveProperty('LastEvaluatedKey');
  });
});
