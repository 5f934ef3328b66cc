/** Backups of the table that the account itself cannot delete, made where the context enables them. */
import { Aws, Duration, Fn, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { BackupSettings } from './context.ts';
import { removalOf } from './removal.ts';

interface BackupsProps extends BackupSettings {
  readonly table: TableV2;
  readonly retain: boolean;
}

/** A locked vault, a plan that makes a backup each night, and the role for it. */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, { table, retain, days, lockAfterDays, copyTo }: BackupsProps) {
    super(scope, id);
    const deleteAfter = Duration.days(days);
    const vault = new BackupVault(this, 'Vault', {
      // A vault with backups in it outlives its stack. With the stack's id in its name it doesn't collide with the
      // vault of the next stack.
      backupVaultName: `listing-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`,
      lockConfiguration: {
        // The lock: no one can delete a backup earlier, or make one that is kept for less.
        minRetention: deleteAfter,
        // After this time no one can remove the lock, not even AWS. Without it anyone with permissions on the vault
        // can.
        ...(lockAfterDays !== undefined && { changeableFor: Duration.days(lockAfterDays) }),
      },
      removalPolicy: removalOf(retain),
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'nightly',
          backupVault: vault,
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(24),
          deleteAfter,
          copyActions: copyTo
            ? [{ destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copy', copyTo), deleteAfter }]
            : [],
        }),
      ],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup')],
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason: 'AWS Backup says itself what it needs to back a table up, and that changes with what it can do.',
    });
    plan.addSelection('Table', {
      resources: [BackupResource.fromArn(table.tableArn)],
      role,
      disableDefaultBackupPolicy: true,
    });
  }
}
