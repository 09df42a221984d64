import { Duration, Stack } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { BucketDefinition } from '../definition.ts';
import type { Settings } from '../stacks/settings.ts';

/** Defaults for every bucket: private, TLS only, encrypted. */
const privateBucketProps = (settings: Settings) =>
  ({
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: settings.removalPolicy,
    // CloudFormation deletes empty buckets only.
    autoDeleteObjects: !settings.keepsState,
  }) satisfies s3.BucketProps;

/** Access logs of the other buckets. */
export const accessLogBucket = (scope: Construct, id: string, settings: Settings): s3.Bucket =>
  new s3.Bucket(scope, id, {
    ...privateBucketProps(settings),
    lifecycleRules: [{ expiration: Duration.days(90) }],
  });

/**
 * A bucket of the definition. Versions of state are kept for 30 days, so that a lost document can be restored; a
 * presigned URL authorizes an upload, so any origin may PUT.
 */
export const objectBucket = (
  scope: Construct,
  definition: Omit<BucketDefinition, 'name'> & { name: string },
  settings: Settings,
  logs: s3.IBucket,
): s3.Bucket =>
  new s3.Bucket(scope, `Bucket-${definition.name}`, {
    ...privateBucketProps(settings),
    versioned: settings.keepsState,
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: `${definition.name}/`,
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...(settings.keepsState ? [{ noncurrentVersionExpiration: Duration.days(30) }] : []),
      ...(definition.expiry ?? []).map(({ prefix, days }) => ({ prefix, expiration: Duration.days(days) })),
    ],
    ...(definition.uploads ? { cors: [UPLOAD_CORS] } : {}),
  });

/**
 * The ARN of a bucket as other stacks import it: the suppression for a wildcard on its objects must use the same form.
 */
export const exportedArn = (bucket: s3.Bucket): string => Stack.of(bucket).exportValue(bucket.bucketArn);

/** The import name of a bucket's ARN, as used by the wildcard check. */
export const importNameOf = (bucket: s3.Bucket): string => {
  const imported = Stack.of(bucket).resolve(exportedArn(bucket)) as { 'Fn::ImportValue': string };
  return imported['Fn::ImportValue'];
};

const UPLOAD_CORS: s3.CorsRule = {
  allowedMethods: [s3.HttpMethods.PUT],
  allowedOrigins: ['*'],
  allowedHeaders: ['*'],
  maxAge: 3600,
};
