import { Duration } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

const RETENTION = Duration.days(14);

/** A dead-letter queue that keeps messages for 14 days, so that an operator can inspect and replay them. */
export const deadLetterQueue = (scope: Construct, id: string, queueName: string): sqs.Queue =>
  new sqs.Queue(scope, id, {
    queueName,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: RETENTION,
  });

interface WorkQueueProps {
  queueName: string;
  visibilityTimeout: Duration;
  /** Deliveries before a message becomes a dead letter. */
  maxReceiveCount: number;
}

/** A queue together with its dead-letter queue; neither is ever deployed without the other. */
export class WorkQueue extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters', `${props.queueName}-dlq`);
    this.queue = new sqs.Queue(this, 'Queue', {
      queueName: props.queueName,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: props.visibilityTimeout,
      retentionPeriod: RETENTION,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    });
  }
}
