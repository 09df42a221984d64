import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Settings } from '../stacks/settings.ts';
import { exportedArn, objectBucket } from './bucket.ts';

const RETENTION_DAYS = 30;

interface StreamBatchesProps {
  name: string;
  /** Notified of each batch. */
  queue: sqs.Queue;
  settings: Settings;
  logs: s3.IBucket;
}

/**
 * Destination of batches that the consumer of a stream could not process, with all their records. A queue would only
 * receive the position of a batch in the stream, whose records expire after a day.
 */
export const streamBatches = (scope: Construct, { name, queue, settings, logs }: StreamBatchesProps): s3.Bucket => {
  const definition = { name: `stream-${name}-dlq`, expiry: [{ prefix: '', days: RETENTION_DAYS }] };
  const bucket = objectBucket(scope, definition, settings, logs);
  // This is set on the CloudFormation resource, because the construct would deploy a function of its own for it.
  (bucket.node.defaultChild as s3.CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  };
  new events.Rule(scope, `Stream-${name}-SetAside`, {
    ruleName: `${settings.prefix}-stream-${name}-set-aside`,
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [bucket.bucketName] } },
    },
    targets: [new targets.SqsQueue(queue)],
  });
  return bucket;
};

/** The destination for failed batches of a consumer. */
export const failedBatchesTo = (bucket: s3.Bucket): lambda.IEventSourceDlq => ({
  bind: (_, fn) => {
    fn.addToRolePolicy(new iam.PolicyStatement({ actions: ['s3:ListBucket'], resources: [exportedArn(bucket)] }));
    fn.addToRolePolicy(new iam.PolicyStatement({ actions: ['s3:PutObject'], resources: [`${exportedArn(bucket)}/*`] }));
    return { destination: exportedArn(bucket) };
  },
});
