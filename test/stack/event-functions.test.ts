/** What works on the table's stream: what it is shown, what it may do, and what becomes of what it fails at. */
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultStage, joined, ofType, only, type Synthesized } from './synthesized.ts';

let prod: Synthesized;
beforeAll(async () => {
  prod = await defaultStage();
});

const [RETRIES, AGE] = [10, 6 * 3600];

describe('The function on the stream', () => {
  it('is shown tombstones, ten at once, and says which failed', () => {
    const [, table] = only(prod, 'AWS::DynamoDB::GlobalTable');
    expect(table.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const [, mapping] = only(prod, 'AWS::Lambda::EventSourceMapping');
    expect(mapping).toMatchObject({
      BatchSize: 10,
      ParallelizationFactor: 4,
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: RETRIES,
      MaximumRecordAgeInSeconds: AGE,
    });
    expect(mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: ['tombstone'] } } } },
    ]);
    expect(joined(mapping.EventSourceArn)).toMatch(/^<Table\w+\.StreamArn>$/);
  });

  it('leaves what it gives up in a queue that keeps it for two weeks, over TLS alone', () => {
    const [queueId, queue] = only(prod, 'AWS::SQS::Queue');
    expect(queue).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 3600 });
    const [, mapping] = only(prod, 'AWS::Lambda::EventSourceMapping');
    expect(joined(mapping.DestinationConfig.OnFailure.Destination)).toBe(`<${queueId}.Arn>`);
    const [, policy] = only(prod, 'AWS::SQS::QueuePolicy');
    expect(JSON.stringify(policy.PolicyDocument)).toContain('"aws:SecureTransport":"false"');
  });

  it('may read the stream and the parts, delete and update them, and neither put nor scan', () => {
    const [, mapping] = only(prod, 'AWS::Lambda::EventSourceMapping');
    const { Ref: functionId } = mapping.FunctionName;
    const found = ofType(prod, 'AWS::Lambda::Function').find(([id]) => id === functionId);
    const [roleId] = found![1].Role['Fn::GetAtt'];
    const role = ofType(prod, 'AWS::IAM::Role').find(([id]) => id === roleId)![1];
    const statements = role.Policies.flatMap(
      ({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) => PolicyDocument.Statement,
    ) as { Action: string | string[]; Resource: unknown }[];
    const actions = statements.flatMap(({ Action }) => Action).filter((each) => /^(?:dynamodb|sqs):/.test(each));
    expect([...new Set(actions)].sort()).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
      'sqs:SendMessage',
    ]);
    const anywhere = statements.filter(({ Resource }) => Resource === '*').flatMap(({ Action }) => Action);
    expect(anywhere.sort()).toEqual(['dynamodb:ListStreams', 'xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
  });
});
