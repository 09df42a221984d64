import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Settings } from '../stacks/settings.ts';

/** Point-in-time recovery covers mistakes; this vault only stores backups until they are copied. */
const LOCAL_RETENTION = Duration.days(7);
export const COPY_RETENTION_DAYS = 14;
const POLICIES = ['AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'];

interface BackupsProps {
  settings: Settings;
  tableArn: string;
  /** Versioned buckets, because AWS Backup supports no others. */
  buckets: readonly IBucket[];
  /** ARN of the vault in another region or account. */
  copyTo: string;
}

/** Backs up table and buckets each night, and copies the backups to a vault in another region or account. */
export const createBackups = (scope: Construct, { settings, tableArn, buckets, copyTo }: BackupsProps): void => {
  // Backups encrypted with the AWS managed key of AWS Backup cannot be copied to another account.
  const encryptionKey = new kms.Key(scope, 'BackupKey', {
    description: 'Backups of the gift commerce API',
    enableKeyRotation: true,
    removalPolicy: settings.removalPolicy,
  });
  const vault = new backup.BackupVault(scope, 'BackupVault', {
    backupVaultName: `${settings.prefix}-backups`,
    encryptionKey,
    removalPolicy: settings.removalPolicy,
  });
  const role = new iam.Role(scope, 'BackupRole', {
    assumedBy: new iam.ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: POLICIES.map((name) => iam.ManagedPolicy.fromAwsManagedPolicyName(`service-role/${name}`)),
  });
  for (const name of POLICIES) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/${name}]`,
      reason: 'AWS maintains this policy with the permissions that AWS Backup needs.',
    });
  }
  const plan = new backup.BackupPlan(scope, 'BackupPlan', {
    backupPlanName: `${settings.prefix}-backups`,
    backupPlanRules: [
      new backup.BackupPlanRule({
        ruleName: 'nightly',
        backupVault: vault,
        scheduleExpression: Schedule.cron({ minute: '0', hour: '2' }),
        deleteAfter: LOCAL_RETENTION,
        copyActions: [
          {
            destinationBackupVault: backup.BackupVault.fromBackupVaultArn(scope, 'BackupCopies', copyTo),
            deleteAfter: Duration.days(COPY_RETENTION_DAYS),
          },
        ],
      }),
    ],
  });
  plan.addSelection('State', {
    backupSelectionName: `${settings.prefix}-state`,
    role,
    disableDefaultBackupPolicy: true,
    resources: [tableArn, ...buckets.map(({ bucketArn }) => bucketArn)].map((arn) =>
      backup.BackupResource.fromArn(arn),
    ),
  });
};

/** Reports each failed backup and each failed copy to the topic of alarms. */
export const reportFailedBackups = (topic: Topic, { prefix }: Settings): void => {
  const rule = new Rule(Stack.of(topic), 'FailedBackups', {
    ruleName: `${prefix}-failed-backups`,
    eventPattern: {
      source: ['aws.backup'],
      detailType: ['Backup Job State Change', 'Copy Job State Change'],
      detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'] },
    },
  });
  rule.addTarget(new SnsTopic(topic));
};
