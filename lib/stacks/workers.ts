import { Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as ses from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { mailEvents, type Resources } from '../constructs/bindings.ts';
import { ServiceFunction, type CodeOf } from '../constructs/function.ts';
import { mailDomain } from '../constructs/mail.ts';
import { importQueue } from '../constructs/cross-stack.ts';
import { failedBatchesTo } from '../constructs/stream-batches.ts';
import { deployInBatches } from '../constructs/batches.ts';
import {
  resourceVariable,
  type FunctionDefinition,
  type QueueDefinition,
  type QueueName,
  type ScheduleDefinition,
  type StreamDefinition,
} from '../definition.ts';
import { deployedTo } from '../deployed.ts';
import { imagePatterns } from '../stream-filter.ts';

interface WorkersStackProps extends Resources {
  codeOf: CodeOf;
}

/** Queue consumers, stream relays, schedules and isolated functions: everything without routes. */
export class WorkersStack extends Stack {
  readonly functions = new Map<string, ServiceFunction>();
  readonly #props: WorkersStackProps;

  constructor(scope: Construct, id: string, props: WorkersStackProps) {
    super(scope, id, { description: 'Queue consumers, stream relays and schedules of the gift commerce API' });
    this.#props = props;
    const { queues, streams, schedules, isolated } = deployedTo(props.settings.environment);
    for (const queue of queues) this.#consume(queue);
    for (const stream of streams) this.#relay(stream);
    for (const schedule of schedules) this.#schedule(schedule);
    for (const definition of isolated) this.#function(definition);
    deployInBatches([...this.functions.values()].map(({ deployUnit }) => deployUnit));
    this.#routeBounces();
  }

  #function(definition: FunctionDefinition): ServiceFunction {
    const existing = this.functions.get(definition.name);
    if (existing) return existing;
    const fn = new ServiceFunction(this, definition.name, { definition, ...this.#props });
    this.functions.set(definition.name, fn);
    return fn;
  }

  #queue(name: QueueName): IQueue {
    const { queue } = this.#props.data.queues.get(name) ?? {};
    if (!queue) throw new Error(`The data stack lacks the queue ${name}`);
    return importQueue(this, queue);
  }

  #consume(definition: QueueDefinition): void {
    const queue = this.#queue(definition.name);
    const fn = this.#function(definition.consumer);
    fn.addEnvironment(resourceVariable('QUEUE_URL', definition.name), queue.queueUrl);
    fn.addEventSource(
      new SqsEventSource(queue, {
        batchSize: definition.batchSize,
        reportBatchItemFailures: true,
        maxConcurrency: definition.maxConcurrency,
        ...(definition.batchSize > SQS_BATCH_WITHOUT_WINDOW ? { maxBatchingWindow: Duration.seconds(1) } : {}),
      }),
    );
  }

  /** A failed batch is halved until the bad record is alone, retried for 23 hours, then stored for an operator. */
  #relay(stream: StreamDefinition): void {
    const { name, consumer, batchSize, concurrentBatches } = stream;
    const { data, settings } = this.#props;
    const batches = data.streamBatches.get(name);
    const streamArn = settings.tableStream ?? data.table.tableStreamArn;
    if (!batches || !streamArn) throw new Error(`The data stack lacks the stream ${name}`);
    const fn = this.#function(consumer);
    fn.addToRolePolicy(
      new iam.PolicyStatement({
        actions: [
          'dynamodb:DescribeStream',
          'dynamodb:GetRecords',
          'dynamodb:GetShardIterator',
          'dynamodb:ListStreams',
        ],
        resources: [streamArn],
      }),
    );
    fn.addEventSourceMapping(`Stream-${name}`, {
      eventSourceArn: streamArn,
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize,
      filters: ['NewImage', 'OldImage'].flatMap((image) =>
        imagePatterns(stream).map((pattern) => lambda.FilterCriteria.filter({ dynamodb: { [image]: pattern } })),
      ),
      parallelizationFactor: concurrentBatches,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: STREAM_RETRIES,
      maxRecordAge: Duration.hours(23),
      onFailure: failedBatchesTo(batches),
      supportS3OnFailureDestination: true,
    });
  }

  /** Bounces go to the email queue, identified by their tags. */
  #routeBounces(): void {
    const { settings } = this.#props;
    const name = mailEvents(settings);
    const set = mailDomain(this, settings);
    const bus = events.EventBus.fromEventBusName(this, 'DefaultBus', 'default');
    set.addEventDestination('Bounces', {
      destination: ses.EventDestination.eventBus(bus),
      events: [ses.EmailSendingEvent.BOUNCE],
    });
    const body = {
      kind: 'bounce',
      company: events.EventField.fromPath('$.detail.mail.tags.company[0]'),
      mailId: events.EventField.fromPath('$.detail.mail.tags.mail[0]'),
    };
    new events.Rule(this, 'Bounces', {
      ruleName: `${settings.prefix}-bounces`,
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced'],
        detail: {
          bounce: { bounceType: ['Permanent'] },
          mail: { tags: { 'ses:configuration-set': [name], company: [{ exists: true }], mail: [{ exists: true }] } },
        },
      },
      targets: [new targets.SqsQueue(this.#queue('mail'), { message: events.RuleTargetInput.fromObject(body) })],
    });
  }

  /** A failed run raises an alarm and is not repeated: the next run continues its work. */
  #schedule({ name, everyMinutes, target }: ScheduleDefinition): void {
    const fn = this.#function(target);
    const maxEventAge = Duration.minutes(everyMinutes);
    fn.configureAsyncInvoke({
      retryAttempts: 0,
      maxEventAge: maxEventAge.toHours({ integral: false }) > LAMBDA_KEEPS.toHours() ? LAMBDA_KEEPS : maxEventAge,
      onFailure: new SqsDestination(importQueue(this, this.#props.data.failedRuns)),
    });
    new events.Rule(this, `Schedule-${name}`, {
      ruleName: `${this.#props.settings.prefix}-${name}`,
      schedule: events.Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new targets.LambdaFunction(fn, { retryAttempts: 0, maxEventAge })],
    });
  }
}

const SQS_BATCH_WITHOUT_WINDOW = 10;
/** Maximum age of an asynchronous event in Lambda. */
const LAMBDA_KEEPS = Duration.hours(6);
/**
 * Without end: only the age of a record ends its retries. A number would be used up within minutes of an outage,
 * because Lambda retries without long pauses.
 */
const STREAM_RETRIES = -1;
