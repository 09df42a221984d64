import { describe, expect, it } from 'vitest';
import { allFunctions, queues, routeFunction, routes, schedules, streams } from '../../lib/definition.ts';
import { sqs } from '../../functions/adapters/queue/client.ts';
import { dynamo } from '../../functions/storage/client.ts';
import { RESERVED_FUNCTIONS } from '../../lib/reserved-functions.ts';
import { at, Deployment, deploymentOf, list, type Json } from './templates.ts';

/** Members of an SDK client that contain its time-outs. */
interface Handler {
  configProvider: Promise<{ requestTimeout?: number }>;
}

const deployment = deploymentOf({ env: 'demo' });
const prefix = 'gift-commerce-demo';
const text = (value: Json | undefined, stack: string): string => deployment.text(value, stack);
const deployedQueues = deployment.byName('AWS::SQS::Queue', 'QueueName');
const rules = deployment.byName('AWS::Events::Rule', 'Name');
const mappings = deployment.all('AWS::Lambda::EventSourceMapping');
const queueMappings = mappings.filter(
  ({ properties, stack }) => !text(properties['EventSourceArn'], stack).includes('StreamArn'),
);

describe('functions without a caller', () => {
  it('are deployed as defined', () => {
    const deployed = [...deployment.byName('AWS::Lambda::Function', 'FunctionName').keys()];
    const defined = allFunctions().map(({ name }) => `${prefix}-${name}`);
    expect(deployed.sort()).toEqual(defined.sort());
  });

  it('have the defined queues, each with a dead-letter queue, and the dead-letter queues of the streams', () => {
    const expected = [
      ...queues.flatMap(({ name }) => [`${prefix}-${name}`, `${prefix}-${name}-dlq`]),
      ...streams.map(({ name }) => `${prefix}-stream-${name}-dlq`),
      `${prefix}-schedules-dlq`,
    ];
    expect([...deployedQueues.keys()].sort()).toEqual(expected.sort());
  });

  it.each(queues.map((queue) => [queue.name, queue] as const))(
    'the queue %s moves failed messages to its own dead-letter queue',
    (name, queue) => {
      const { properties, stack } = deployedQueues.get(`${prefix}-${name}`)!;
      expect(text(at(properties, 'RedrivePolicy.deadLetterTargetArn'), stack)).toBe(`<${prefix}-${name}-dlq>.Arn`);
      expect(at(properties, 'RedrivePolicy.maxReceiveCount')).toBe(queue.maxReceiveCount);
      expect(properties['VisibilityTimeout']).toBe(queue.visibilityTimeoutSeconds);
      expect(properties['VisibilityTimeout']).toBeGreaterThanOrEqual(6 * queue.consumer.timeoutSeconds);
    },
  );

  it.each(queues.map((queue) => [queue.name, queue] as const))('the queue %s has one consumer', (name, queue) => {
    const matches = queueMappings.filter(
      (each) => text(each.properties['EventSourceArn'], each.stack) === `<${prefix}-${name}>.Arn`,
    );
    expect(matches).toHaveLength(1);
    const { properties, stack } = matches[0]!;
    expect(text(properties['FunctionName'], stack)).toBe(`<${prefix}-${queue.consumer.name}>`);
    expect(properties['BatchSize']).toBe(queue.batchSize);
    expect(properties['FunctionResponseTypes']).toEqual(['ReportBatchItemFailures']);
    expect(at(properties, 'ScalingConfig.MaximumConcurrency')).toBe(queue.maxConcurrency);
  });

  it.each(streams.map((stream) => [stream.name, stream] as const))(
    'the stream %s is read from its start, and an invalid record is isolated',
    (name, stream) => {
      const matches = mappings.filter(
        (each) => text(each.properties['FunctionName'], each.stack) === `<${prefix}-${stream.consumer.name}>`,
      );
      expect(matches).toHaveLength(1);
      const { properties, stack } = matches[0]!;
      expect(text(properties['EventSourceArn'], stack)).toBe(`<${prefix}>.StreamArn`);
      expect(properties).toMatchObject({
        BatchSize: stream.batchSize,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        StartingPosition: 'TRIM_HORIZON',
      });
      // Concurrent batches of reports would reject each other's transactions on the counts of a company.
      expect(properties['ParallelizationFactor']).toBe({ table: 10, reports: 1 }[name]);
      // A maximum number of attempts could discard a batch within less than the day that the runbooks promise.
      expect(properties['MaximumRetryAttempts']).toBe(-1);
      const { Filters } = properties['FilterCriteria'] as { Filters: { Pattern: string }[] };
      const patterns = {
        table: [{ type: { S: stream.rowTypes } }],
        reports: [
          { type: { S: ['item', 'company'] } },
          { type: { S: ['order'] }, status: { S: [{ 'anything-but': ['pending_payment'] }] } },
        ],
      }[name];
      expect(patterns).toBeDefined();
      expect(Filters.map(({ Pattern }) => JSON.parse(Pattern) as unknown)).toEqual([
        ...patterns!.map((NewImage) => ({ dynamodb: { NewImage } })),
        ...patterns!.map((OldImage) => ({ dynamodb: { OldImage } })),
      ]);
      // The stream deletes a record after a day, so it must be stored elsewhere before then.
      expect(properties['MaximumRecordAgeInSeconds']).toBe(23 * 3600);
      const bucket = `<Bucket-stream-${name}-dlq>`;
      expect(text(at(properties, 'DestinationConfig.OnFailure.Destination'), stack)).toBe(`${bucket}.Arn`);
    },
  );

  it.each(streams.map(({ name }) => name))(
    'failed batches of the stream %s are stored completely, with a dead letter for each',
    (name) => {
      const rule = rules.get(`${prefix}-stream-${name}-set-aside`)!;
      expect(rule.properties['State']).toBe('ENABLED');
      expect(at(rule.properties, 'EventPattern.source')).toEqual(['aws.s3']);
      expect(at(rule.properties, 'EventPattern.detail-type')).toEqual(['Object Created']);
      const [named] = list(at(rule.properties, 'EventPattern.detail.bucket.name'));
      expect(text(named, rule.stack)).toBe(`<Bucket-stream-${name}-dlq>`);
      const targets = list(rule.properties['Targets']).map((target) => text(at(target, 'Arn'), rule.stack));
      expect(targets).toEqual([`<${prefix}-stream-${name}-dlq>.Arn`]);
      const bucket = deployment
        .all('AWS::S3::Bucket')
        .find(({ id, stack }) => text({ Ref: id }, stack) === `<Bucket-stream-${name}-dlq>`);
      expect(at(bucket?.properties, 'NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled')).toBe(
        true,
      );
    },
  );

  it('no other source triggers a function', () => {
    expect(mappings).toHaveLength(queues.length + streams.length);
    // One additional rule sends bounces to the queue `mail`.
    expect(rules.size).toBe(schedules.length + streams.length + 1);
  });

  it('bounces of emails are queued with their tags', () => {
    const rule = rules.get(`${prefix}-bounces`)!;
    expect(rule.properties['EventPattern']).toMatchObject({
      source: ['aws.ses'],
      'detail-type': ['Email Bounced'],
      detail: { bounce: { bounceType: ['Permanent'] } },
    });
    const [target] = list(rule.properties['Targets']);
    expect(text(at(target, 'Arn'), rule.stack)).toBe(`<${prefix}-mail>.Arn`);
    expect(at(target, 'InputTransformer')).toMatchObject({
      InputPathsMap: {
        'detail-mail-tags-company-0-': '$.detail.mail.tags.company[0]',
        'detail-mail-tags-mail-0-': '$.detail.mail.tags.mail[0]',
      },
    });
  });

  it.each(schedules.map((schedule) => [schedule.name, schedule] as const))(
    'the schedule %s runs its function at its rate',
    (name, schedule) => {
      const rule = rules.get(`${prefix}-${name}`)!;
      expect(rule.properties['State']).toBe('ENABLED');
      const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(
        String(rule.properties['ScheduleExpression']),
      )!;
      const minutes = { minute: 1, hour: 60, day: 1440 }[unit as 'minute' | 'hour' | 'day'];
      expect(Number(count) * minutes).toBe(schedule.everyMinutes);
      const targets = list(rule.properties['Targets']);
      const arn = `<${prefix}-${schedule.target.name}>.Arn`;
      expect(targets.map((target) => text(at(target, 'Arn'), rule.stack))).toEqual([arn]);
      const permitted = deployment
        .all('AWS::Lambda::Permission')
        .filter((each) => each.properties['Principal'] === 'events.amazonaws.com')
        .filter((each) => text(each.properties['FunctionName'], each.stack) === arn);
      expect(permitted.length).toBeGreaterThan(0);
    },
  );
});

describe('limits of functions', () => {
  const functions = deployment.byName('AWS::Lambda::Function', 'FunctionName');

  it.each(schedules.map(({ name, target }) => [name, target.name]))(
    'a failed run of the schedule %s is not repeated, and is reported to a queue',
    (_, target) => {
      const invoke = deployment
        .all('AWS::Lambda::EventInvokeConfig')
        .find((each) => text(each.properties['FunctionName'], each.stack) === `<${prefix}-${target}>`);
      expect(invoke!.properties['MaximumRetryAttempts']).toBe(0);
      expect(invoke!.properties['MaximumEventAgeInSeconds']).toBeLessThanOrEqual(6 * 3600);
      const targets = text(at(invoke!.properties, 'DestinationConfig.OnFailure.Destination'), invoke!.stack);
      expect(targets).toBe(`<${prefix}-schedules-dlq>.Arn`);
    },
  );

  it('a function that sends messages to its own queue is not stopped as an endless loop', () => {
    const allowed = [...functions].filter(([, { properties }]) => properties['RecursiveLoop'] === 'Allow');
    const names = ['test-gateway', 'wallet-passes', 'webhook-deliveries', 'webhook-deliveries-slow'];
    expect(allowed.map(([name]) => name).toSorted()).toEqual(names.map((name) => `${prefix}-${name}`));
  });

  it('no route has a throttle that all callers share, because one of them could exhaust it', () => {
    const [stage] = deployment.all('AWS::ApiGatewayV2::Stage');
    expect(stage!.properties['RouteSettings'] ?? {}).toEqual({});
    expect(at(stage!.properties, 'DefaultRouteSettings.ThrottlingRateLimit')).toBe(5000);
  });

  it('functions for payments and tills reserve concurrency only when it is configured', () => {
    const reserved = new Deployment({ env: 'production', reservedConcurrency: 25 }, [
      'orders',
      'payments',
      'items',
      'redemptions',
      'desk',
    ]);
    const withReservation = (within: Deployment): string[] =>
      within
        .all('AWS::Lambda::Function')
        .filter(({ properties }) => properties['ReservedConcurrentExecutions'] === 25)
        .map(({ properties }) => String(properties['FunctionName']).replace('gift-commerce-production-', ''));
    expect(withReservation(reserved).toSorted()).toEqual(RESERVED_FUNCTIONS.toSorted());
    expect(withReservation(deployment)).toEqual([]);
    const concurrency = Math.max(
      ...queues
        .filter(({ consumer }) => RESERVED_FUNCTIONS.includes(consumer.name))
        .map((queue) => queue.maxConcurrency),
    );
    expect(concurrency).toBeLessThanOrEqual(25);
    expect(() => new Deployment({ reservedConcurrency: 5 })).toThrow('reservedConcurrency');
  });

  it('calls to the table and the queues time out before the function does', async () => {
    const clients = [dynamo, sqs];
    const shortest = Math.min(...routes.map((route) => routeFunction(route).timeoutSeconds));
    for (const { config } of clients) {
      const attempts = await config.maxAttempts();
      const { requestTimeout } = await (config.requestHandler as unknown as Handler).configProvider;
      expect(attempts * (requestTimeout ?? Infinity)).toBeLessThan(shortest * 1000);
    }
  });
});
