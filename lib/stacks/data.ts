import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { createBackups } from '../constructs/backups.ts';
import { accessLogBucket, objectBucket } from '../constructs/bucket.ts';
import { deadLetterQueue, WorkQueue } from '../constructs/queue.ts';
import { streamBatches } from '../constructs/stream-batches.ts';
import { ServiceTable } from '../constructs/table.ts';
import { buckets } from '../definition.ts';
import { deployedTo } from '../deployed.ts';
import type { Settings } from './settings.ts';

/** Everything that outlives a deployment of code: the table, objects, messages, secrets. */
export class DataStack extends Stack {
  readonly table: ServiceTable;
  readonly queues: ReadonlyMap<string, WorkQueue>;
  /** Queues with notifications about batches that the consumer of a stream could not process, by stream name. */
  readonly streamDeadLetters: ReadonlyMap<string, sqs.Queue>;
  /** Buckets that store these batches with all records, because the stream deletes its records after a day. */
  readonly streamBatches: ReadonlyMap<string, s3.Bucket>;
  /** Queue with notifications about failed runs of schedules. */
  readonly failedRuns: sqs.Queue;
  readonly buckets: ReadonlyMap<string, s3.Bucket>;
  /** Secrets by the binding that grants read access to them. */
  readonly secrets: ReadonlyMap<string, secretsmanager.Secret>;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: 'Table, buckets, queues and secrets of the gift commerce API',
      terminationProtection: settings.keepsState,
    });
    const { queues, streams } = deployedTo(settings.environment);
    this.table = new ServiceTable(this, 'Table', settings);
    this.queues = new Map(
      queues.map((queue) => [
        queue.name,
        new WorkQueue(this, `Queue-${queue.name}`, {
          queueName: `${settings.prefix}-${queue.name}`,
          visibilityTimeout: Duration.seconds(queue.visibilityTimeoutSeconds),
          maxReceiveCount: queue.maxReceiveCount,
        }),
      ]),
    );
    this.#allowBounces(settings);
    this.streamDeadLetters = new Map(streams.map(({ name }) => [name, this.#createStreamDeadLetters(name, settings)]));
    this.failedRuns = deadLetterQueue(this, 'FailedRuns', `${settings.prefix}-schedules-dlq`);
    Validations.of(this.failedRuns).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is itself the dead-letter queue of functions that schedules call, which the check does not see.',
    });
    const logs = this.#createAccessLogs(settings);
    this.buckets = new Map(buckets.map((each) => [each.name, objectBucket(this, each, settings, logs)]));
    this.streamBatches = new Map(
      [...this.streamDeadLetters].map(([name, queue]) => [name, streamBatches(this, { name, queue, settings, logs })]),
    );
    this.secrets = this.#createSecrets(settings);
    const { backupVault: copyTo } = settings;
    if (copyTo !== undefined) {
      const { tableArn } = this.table;
      createBackups(this, { settings, tableArn, buckets: [...this.buckets.values()], copyTo });
    }
    this.#export();
  }

  /**
   * Exports every generated value that other stacks may read, even if unused. Otherwise a change to settings could
   * remove an export, which fails while another stack imports it.
   */
  #export(): void {
    const buckets = [...this.buckets.values(), ...this.streamBatches.values()];
    const values = [
      this.table.tableStreamArn,
      ...buckets.flatMap(({ bucketArn, bucketName }) => [bucketArn, bucketName]),
      ...[...this.secrets.values()].map(({ secretArn }) => secretArn),
    ];
    for (const value of values) this.exportValue(value);
  }

  /**
   * Allows the rule for bounced emails to send to the mail queue. Its ARN is built from its name, because the rule is
   * in a later stack.
   */
  #allowBounces({ prefix }: Settings): void {
    const rule = this.formatArn({ service: 'events', resource: 'rule', resourceName: `${prefix}-bounces` });
    this.queues
      .get('mail')
      ?.queue.grantSendMessages(
        new iam.ServicePrincipal('events.amazonaws.com', { conditions: { ArnEquals: { 'aws:SourceArn': rule } } }),
      );
  }

  #createStreamDeadLetters(name: string, settings: Settings): sqs.Queue {
    const queue = deadLetterQueue(this, `Stream-${name}-DeadLetters`, `${settings.prefix}-stream-${name}-dlq`);
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is itself the dead-letter queue of the stream, which the check does not see.',
    });
    return queue;
  }

  #createAccessLogs(settings: Settings): s3.Bucket {
    const logs = accessLogBucket(this, 'AccessLogs', settings);
    Validations.of(logs).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It receives the access logs of the other buckets; logging its own access would never end.',
    });
    return logs;
  }

  /** Creates the secrets, by the binding that grants read access to them. */
  #createSecrets(settings: Settings): ReadonlyMap<string, secretsmanager.Secret> {
    return new Map([
      [
        'keys',
        this.#createSecret('AppSecret', {
          description: 'Keys for cursors, session links and derived codes',
          removalPolicy: settings.removalPolicy,
          generateSecretString: { passwordLength: 64, excludePunctuation: true },
        }),
      ],
      [
        'payments',
        this.#createHandFilledSecret('PaymentSecret', settings, {
          description: 'Credentials of the payment gateway',
          fields: { secret_key: '', webhook_secret: '' },
        }),
      ],
      [
        'courier',
        this.#createHandFilledSecret('CourierSecret', settings, {
          description: 'Credentials of the courier',
          fields: { api_key: '' },
        }),
      ],
      [
        'wallet',
        this.#createHandFilledSecret('WalletSecret', settings, {
          description: 'Certificates that sign cards for wallets',
          fields: { apple: '', google: '' },
        }),
      ],
    ]);
  }

  /** Creates a third-party secret with its members; the operator sets their values. */
  #createHandFilledSecret(
    id: string,
    settings: Settings,
    { description, fields }: { description: string; fields: Record<string, string> },
  ): secretsmanager.Secret {
    return this.#createSecret(id, {
      description: `${description}; filled in by hand (lib/reference/settings.md)`,
      removalPolicy: settings.removalPolicy,
      generateSecretString: { secretStringTemplate: JSON.stringify(fields), generateStringKey: 'unused' },
    });
  }

  #createSecret(id: string, props: secretsmanager.SecretProps): secretsmanager.Secret {
    const secret = new secretsmanager.Secret(this, id, props);
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'npm run ops -- secrets rotate replaces the keys, and values encrypted with the former key stay readable; third parties issue the other secrets.',
    });
    return secret;
  }
}
