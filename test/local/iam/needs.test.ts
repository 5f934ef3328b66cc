/** Which rights a call needs: https://docs.aws.amazon.com/service-authorization/latest/reference/reference.html */
import { describe, expect, it } from 'vitest';
import { needsOf, type ResourceIds, type ServiceCall, signerOf } from '../../../tools/local/iam/service-call.ts';

const ids: ResourceIds = {
  idOf: (name) => (name === 'listings' ? 'Table' : name),
  keysOf: () => ({ table: 'pk', indexes: { gsi1: 'gsi1pk' } }),
  queueIdOf: (url) => url.split('/').at(-1) ?? '',
  bucketIdOf: () => 'Media',
  planIdOf: (name) => `Plan${name}`,
};
const post = { method: 'POST', target: '/' };
/** Each need in one text. */
const shown = (service: Parameters<typeof needsOf>[0], call: ServiceCall): readonly string[] | undefined =>
  needsOf(service, call, ids)?.map(({ action, resource, context }) => {
    const keys = context['dynamodb:LeadingKeys'];
    const enclosing = context['dynamodb:EnclosingOperation'];
    const place = resource.replace(/^arn:aws:[\w-]+:[\w-]*:\d*:/, '');
    return `${action} ${place}${keys ? ` [${keys}]` : ''}${enclosing ? ` in ${enclosing}` : ''}`;
  });

describe('A call of DynamoDB', () => {
  const TableName = 'listings';
  const Key = { pk: { S: 'P' }, sk: { S: 'S' } };
  const query = {
    TableName,
    KeyConditionExpression: '#k = :p AND begins_with(sk, :s)',
    ExpressionAttributeNames: { '#k': 'pk' },
    ExpressionAttributeValues: { ':p': { S: 'P' }, ':s': { S: 'S' } },
  };
  const onIndex = { ...query, IndexName: 'gsi1', ExpressionAttributeNames: { '#k': 'gsi1pk' } };
  it.each<[string, object, readonly string[]]>([
    ['GetItem', { TableName, Key }, ['dynamodb:GetItem table/Table [P]']],
    ['PutItem', { TableName, Item: { ...Key, a: { N: '1' } } }, ['dynamodb:PutItem table/Table [P]']],
    ['UpdateItem', { TableName, Key }, ['dynamodb:UpdateItem table/Table [P]']],
    ['DeleteItem', { TableName: 'other', Key }, ['dynamodb:DeleteItem table/other [P]']],
    ['Query', query, ['dynamodb:Query table/Table [P]']],
    [
      'Query',
      { ...query, ScanIndexForward: false, KeyConditionExpression: 'pk=:p' },
      ['dynamodb:Query table/Table [P]'],
    ],
    ['Query', onIndex, ['dynamodb:Query table/Table/index/gsi1 [P]']],
    ['Scan', { TableName }, ['dynamodb:Scan table/Table']],
    ['Scan', { TableName, IndexName: 'gsi1' }, ['dynamodb:Scan table/Table/index/gsi1']],
    ['DescribeTable', { TableName }, ['dynamodb:DescribeTable table/Table']],
    [
      'BatchGetItem',
      { RequestItems: { listings: { Keys: [Key, { pk: { S: 'Q' } }] }, other: { Keys: [Key] } } },
      ['dynamodb:BatchGetItem table/Table [P,Q]', 'dynamodb:BatchGetItem table/other [P]'],
    ],
    [
      'BatchWriteItem',
      { RequestItems: { listings: [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key: { pk: { S: 'Q' } } } }] } },
      ['dynamodb:BatchWriteItem table/Table [P,Q]'],
    ],
    [
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: { TableName, Item: Key } },
          { Update: { TableName, Key } },
          { Delete: { TableName, Key } },
          { ConditionCheck: { TableName, Key: { pk: { S: 'Q' } } } },
        ],
      },
      [
        'PutItem table/Table [P]',
        'UpdateItem table/Table [P]',
        'DeleteItem table/Table [P]',
        'ConditionCheckItem table/Table [Q]',
      ].map((each) => `dynamodb:${each} in TransactWriteItems`),
    ],
    [
      'TransactGetItems',
      { TransactItems: [{ Get: { TableName, Key } }] },
      ['dynamodb:GetItem table/Table [P] in TransactGetItems'],
    ],
  ])('%s %j', (name, input, needs) => {
    const call = { ...post, operation: `DynamoDB_20120810.${name}`, body: JSON.stringify(input) };
    expect(shown('dynamodb', call)).toEqual(needs);
  });

  it('without an operation needs what no one has', () => {
    expect(shown('dynamodb', { ...post, body: '{}' })).toBeUndefined();
  });
});

it.each([
  ['SendMessage', 'SendMessage'],
  ['SendMessageBatch', 'SendMessage'],
  ['DeleteMessageBatch', 'DeleteMessage'],
  ['ChangeMessageVisibilityBatch', 'ChangeMessageVisibility'],
  ['PurgeQueue', 'PurgeQueue'],
])('%s of a queue needs %s', (name, action) => {
  const body = JSON.stringify({ QueueUrl: 'http://here/0/Deliveries' });
  expect(shown('sqs', { ...post, operation: `AmazonSQS.${name}`, body })).toEqual([`sqs:${action} Deliveries`]);
});

it.each<[string, Partial<ServiceCall>, readonly string[] | undefined]>([
  ['GET /media/a/b', {}, ['s3:GetObject Media/a/b']],
  ['HEAD /media/a%20b', {}, ['s3:GetObject Media/a b']],
  ['GET /media/a?versionId=1', {}, ['s3:GetObjectVersion Media/a']],
  ['PUT /media/a', {}, ['s3:PutObject Media/a']],
  ['PUT /media/a', { copySource: '/media/b?versionId=1' }, ['s3:GetObject Media/b', 's3:PutObject Media/a']],
  ['DELETE /media/a', {}, ['s3:DeleteObject Media/a']],
  ['DELETE /media/a?versionId=1', {}, ['s3:DeleteObjectVersion Media/a']],
  ['GET /media/?list-type=2', {}, ['s3:ListBucket Media']],
  ['GET /media/?prefix=a&versions=', {}, ['s3:ListBucketVersions Media']],
  [
    'POST /media/?delete=',
    { body: '<Object><Key>a</Key></Object><Object><Key>b</Key><VersionId>1</VersionId></Object>' },
    ['s3:DeleteObject Media/a', 's3:DeleteObjectVersion Media/b'],
  ],
  ['POST /media/a?uploads=', {}, undefined],
])('%s %j of a bucket', (line, more, needs) => {
  const [method = '', target = ''] = line.split(' ');
  expect(shown('s3', { method, target, body: '', ...more })).toEqual(needs);
});

it('a call of the control plane needs its method on its path, a plan by its logical id', () => {
  const call = { method: 'GET', target: '/usageplans/trial/usage?keyId=1', body: '' };
  expect(shown('apigateway', call)).toEqual(['apigateway:GET /usageplans/Plantrial/usage']);
});

it('knows who signed a request, in its header or in its query', () => {
  const header = 'AWS4-HMAC-SHA256 Credential=GetBusiness/20261123/us-east-1/dynamodb/aws4_request, SignedHeaders=host';
  expect(signerOf(header, '/')).toEqual({ accessKeyId: 'GetBusiness', service: 'dynamodb' });
  const query = '/media/a?X-Amz-Credential=ListMedia%2F20261123%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=1';
  expect(signerOf(undefined, query)).toEqual({
    accessKeyId: 'ListMedia',
    service: 's3',
  });
  expect(signerOf(undefined, '/')).toBeUndefined();
});
