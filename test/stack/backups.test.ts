/** Backups beyond the account, by the context. */
import { beforeAll, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import { defaultStage, FEW, ofType, only, type Synthesized, synthesizeStage } from './synthesized.ts';

let prod: Synthesized;
let everything: Synthesized;
let plain: Synthesized;

beforeAll(async () => {
  prod = await defaultStage();
  everything = await synthesizeStage(variants.everything, FEW);
  plain = await synthesizeStage({ stage: 'dev', backupDays: 30 }, FEW);
});

it('are not made unless they are asked for', () => {
  for (const type of ['Vault', 'Plan', 'Selection']) expect(ofType(prod, `AWS::Backup::Backup${type}`)).toEqual([]);
});

it('are made of the table each night, and kept for as long as the context says', () => {
  const [vault] = only(everything, 'AWS::Backup::BackupVault');
  const [plan, { BackupPlan }] = only(everything, 'AWS::Backup::BackupPlan');
  expect(BackupPlan.BackupPlanRule).toHaveLength(1);
  expect(BackupPlan.BackupPlanRule[0]).toMatchObject({
    ScheduleExpression: 'cron(0 3 * * ? *)',
    Lifecycle: { DeleteAfterDays: 90 },
    TargetBackupVault: { 'Fn::GetAtt': [vault, 'BackupVaultName'] },
  });
  const [, { BackupPlanId, BackupSelection }] = only(everything, 'AWS::Backup::BackupSelection');
  expect(BackupPlanId).toEqual({ 'Fn::GetAtt': [plan, 'BackupPlanId'] });
  const [table] = only(everything, 'AWS::DynamoDB::GlobalTable');
  expect(BackupSelection.Resources).toEqual([{ 'Fn::GetAtt': [table, 'Arn'] }]);
});

it('cannot be deleted earlier; after a while no one can change that', () => {
  const lockOf = (stack: Synthesized) => only(stack, 'AWS::Backup::BackupVault')[1].LockConfiguration;
  expect(lockOf(everything)).toEqual({ MinRetentionDays: 90, ChangeableForDays: 7 });
  expect(lockOf(plain)).toEqual({ MinRetentionDays: 30 });
});

it('are copied into a vault of another account or Region', () => {
  const copiesOf = (stack: Synthesized) =>
    only(stack, 'AWS::Backup::BackupPlan')[1].BackupPlan.BackupPlanRule[0].CopyActions;
  expect(copiesOf(everything)).toEqual([
    { DestinationBackupVaultArn: variants.everything!.backupCopyTo, Lifecycle: { DeleteAfterDays: 90 } },
  ]);
  expect(copiesOf(plain) ?? []).toEqual([]);
});

it('outlive the stack of a stage that is retained', () => {
  const policies = (stack: Synthesized) => {
    const { DeletionPolicy, UpdateReplacePolicy } = stack.template.Resources[
      only(stack, 'AWS::Backup::BackupVault')[0]
    ] as unknown as Record<string, string>;
    return [DeletionPolicy, UpdateReplacePolicy];
  };
  expect(policies(everything)).toEqual(['RetainExceptOnCreate', 'Retain']);
  expect(policies(plain)).toEqual(['Delete', 'Delete']);
});
