/** The table: its keys, what it may cost, and how it survives. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { INDEX_ATTRIBUTES, NAMESAKES_ATTRIBUTES } from '../../lib/dynamodb/table/keys.ts';
import { defaultStage, FEW, type Json, only, type Synthesized, synthesizeStage } from './synthesized.ts';

let prod: Synthesized;
let dev: Synthesized;
let guarded: Synthesized;

beforeAll(async () => {
  [prod, dev, guarded] = await Promise.all([
    defaultStage(),
    synthesizeStage({ stage: 'dev' }, FEW),
    synthesizeStage({ stage: 'staging', protectedStages: 'prod, staging', executionLogs: true }, FEW),
  ]);
});

/** What the CLI gets of the stack next to its template. */
const manifestOf = async ({ name, directory }: Synthesized): Promise<Json> =>
  JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')).artifacts[name].properties;

/** What a stack keeps when it goes. */
const DATA = new Set(['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Logs::LogGroup']);

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

  it.each(['prod', 'dev'] as const)('in %s is recoverable', (stage) => {
    const [, { Replicas }] = only(stage === 'prod' ? prod : dev, 'AWS::DynamoDB::GlobalTable');
    expect(Replicas).toHaveLength(1);
    expect(Replicas[0].PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    });
  });

  it('is encrypted by a key of DynamoDB, and throttles above a ceiling, as do its indexes', () => {
    const [, table] = only(prod, 'AWS::DynamoDB::GlobalTable');
    const reads = { ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 25_000 } };
    expect(table.SSESpecification).toEqual({ SSEEnabled: false });
    expect(table.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: 25_000 });
    const indexes = ['gsi1', 'gsi2'].map((IndexName) => ({ IndexName, ...reads }));
    expect(table.Replicas[0]).toMatchObject({ ...reads, GlobalSecondaryIndexes: indexes });
  });
});

describe('When the stack goes', () => {
  it('nothing is left behind in dev', () => {
    for (const [id, { DeletionPolicy = 'Delete' }] of Object.entries(dev.template.Resources))
      expect(DeletionPolicy, id).toBe('Delete');
  });

  it.each(['prod', 'guarded'] as const)('data and logs outlive it, unless it was never made whole: %s', (name) => {
    const { template } = { prod, guarded }[name];
    const kept = Object.entries(template.Resources).filter(
      ([, { Type, Properties }]) => DATA.has(Type) && !Properties.LogGroupName,
    );
    expect(new Set(kept.map(([, { Type }]) => Type))).toEqual(DATA);
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of kept)
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['RetainExceptOnCreate', 'Retain']);
    // Retain would also survive the rollback of a first deploy.
    for (const [id, { DeletionPolicy }] of Object.entries(template.Resources))
      expect(DeletionPolicy, id).not.toBe('Retain');
  });

  // Kept, it would be in the way of the next of its name, when what writes it is switched off and on again.
  it('a log group of a fixed name goes with what writes it', () => {
    const named = Object.values(guarded.template.Resources).filter(
      ({ Type, Properties }) => Type === 'AWS::Logs::LogGroup' && Properties.LogGroupName,
    );
    expect(named.map(({ DeletionPolicy, UpdateReplacePolicy }) => [DeletionPolicy, UpdateReplacePolicy])).toEqual([
      ['Delete', 'Delete'],
      ['Delete', 'Delete'],
    ]);
  });

  it('stack and table refuse only where the stage is named as protected: a first deploy must be able to fail', async () => {
    const isRefused = async (stack: Synthesized) => {
      const [, { Replicas }] = only(stack, 'AWS::DynamoDB::GlobalTable');
      return [Replicas[0].DeletionProtectionEnabled, (await manifestOf(stack)).terminationProtection];
    };
    expect(await isRefused(prod)).toEqual([false, false]);
    expect(await isRefused(dev)).toEqual([false, false]);
    expect(await isRefused(guarded)).toEqual([true, true]);
  });
});
