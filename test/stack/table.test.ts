/** The table: its keys, what it may cost, and how it survives. */
import { beforeAll, describe, expect, it } from 'vitest';
import { INDEX_ATTRIBUTES, NAMESAKES_ATTRIBUTES } from '../../lib/dynamodb/keys.ts';
import { defaultStage, type Json, only, type Synthesized, synthesizeStage } from './synthesized.ts';

let prod: Synthesized;
let dev: Synthesized;

beforeAll(async () => {
  [prod, dev] = await Promise.all([defaultStage(), synthesizeStage({ stage: 'dev' })]);
});

describe('The table', () => {
  it('has its keys, its index and its time to live', () => {
    const [, table] = only(prod, 'AWS::DynamoDB::GlobalTable');
    const keys = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ];
    expect(table).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys('pk', 'sk'),
      TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    });
    expect(table.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'gsi1',
        KeySchema: keys('gsi1pk', 'gsi1sk'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: INDEX_ATTRIBUTES },
        WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 25_000 },
      },
      {
        IndexName: 'gsi2',
        KeySchema: keys('gsi2pk', 'gsi2sk'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: NAMESAKES_ATTRIBUTES },
        WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 25_000 },
      },
    ]);
    expect(table.AttributeDefinitions.every(({ AttributeType }: Json) => AttributeType === 'S')).toBe(true);
  });

  it.each([
    ['prod', true, 'Retain'],
    ['dev', false, 'Delete'],
  ] as const)('in %s is recoverable; protected: %s, when the stack goes: %s', (stage, isProtected, policy) => {
    const stack = stage === 'prod' ? prod : dev;
    const [id, { Replicas }] = only(stack, 'AWS::DynamoDB::GlobalTable');
    expect(Replicas).toHaveLength(1);
    expect(Replicas[0]).toMatchObject({
      DeletionProtectionEnabled: isProtected,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
    });
    const { DeletionPolicy, UpdateReplacePolicy } = stack.template.Resources[id]!;
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([policy, policy]);
  });

  it('is encrypted by a key of DynamoDB, and throttles above a ceiling, as do its indexes', () => {
    const [, table] = only(prod, 'AWS::DynamoDB::GlobalTable');
    const reads = { ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 25_000 } };
    expect(table.SSESpecification).toEqual({ SSEEnabled: false });
    expect(table.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: 25_000 });
    const indexes = ['gsi1', 'gsi2'].map((IndexName) => ({ IndexName, ...reads }));
    expect(table.Replicas[0]).toMatchObject({ ...reads, GlobalSecondaryIndexes: indexes });
  });

  it('leaves nothing behind in dev', () => {
    for (const [id, { DeletionPolicy = 'Delete' }] of Object.entries(dev.template.Resources))
      expect(DeletionPolicy, id).toBe('Delete');
  });
});
