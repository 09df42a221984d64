import { describe, expect, it } from 'vitest';
import { allFunctions, queues, schedules, streams } from '../../lib/definition.ts';
import { at, deploymentOf, list, type Json } from './templates.ts';

const deployment = deploymentOf({ env: 'demo' });
const prefix = 'gift-commerce-demo';
const text = (value: Json | undefined, stack: string): string => deployment.text(value, stack);
const deployedQueues = deployment.byName('AWS::SQS::Queue', 'QueueName');
const rules = deployment.byName('AWS::Events::Rule', 'Name');
const mappings = deployment.all('AWS::Lambda::EventSourceMapping');
const queueMappings = mappings.filter(
  ({ properties, stack }) => !text(properties['EventSourceArn'], stack).includes('StreamArn'),
);

describe('everything that runs without a caller', () => {
  it('the deployed functions are the defined ones', () => {
    const deployed = [...deployment.byName('AWS::Lambda::Function', 'FunctionName').keys()];
    const defined = allFunctions().map(({ name }) => `${prefix}-${name}`);
    expect(deployed.sort()).toEqual(defined.sort());
  });

  it('the deployed queues are the defined ones, each with its dead letters, and those of the streams', () => {
    const expected = [
      ...queues.flatMap(({ name }) => [`${prefix}-${name}`, `${prefix}-${name}-dlq`]),
      ...streams.map(({ name }) => `${prefix}-stream-${name}-dlq`),
    ];
    expect([...deployedQueues.keys()].sort()).toEqual(expected.sort());
  });

  it.each(queues.map((queue) => [queue.name, queue] as const))(
    'the queue %s gives up into its own dead letters',
    (name, queue) => {
      const { properties, stack } = deployedQueues.get(`${prefix}-${name}`)!;
      expect(text(at(properties, 'RedrivePolicy.deadLetterTargetArn'), stack)).toBe(`<${prefix}-${name}-dlq>.Arn`);
      expect(at(properties, 'RedrivePolicy.maxReceiveCount')).toBe(queue.maxReceiveCount);
      expect(properties['VisibilityTimeout']).toBe(queue.visibilityTimeoutSeconds);
      expect(properties['VisibilityTimeout']).toBeGreaterThanOrEqual(6 * queue.consumer.timeoutSeconds);
    },
  );

  it.each(queues.map((queue) => [queue.name, queue] as const))('the queue %s has its one consumer', (name, queue) => {
    const found = queueMappings.filter(
      (each) => text(each.properties['EventSourceArn'], each.stack) === `<${prefix}-${name}>.Arn`,
    );
    expect(found).toHaveLength(1);
    const { properties, stack } = found[0]!;
    expect(text(properties['FunctionName'], stack)).toBe(`<${prefix}-${queue.consumer.name}>`);
    expect(properties['BatchSize']).toBe(queue.batchSize);
    expect(properties['FunctionResponseTypes']).toEqual(['ReportBatchItemFailures']);
    expect(at(properties, 'ScalingConfig.MaximumConcurrency')).toBe(queue.maxConcurrency);
  });

  it.each(streams.map((stream) => [stream.name, stream] as const))(
    'the stream %s is relayed from its start, a bad record is found and set aside',
    (name, stream) => {
      const found = mappings.filter(
        (each) => text(each.properties['FunctionName'], each.stack) === `<${prefix}-${stream.consumer.name}>`,
      );
      expect(found).toHaveLength(1);
      const { properties, stack } = found[0]!;
      expect(text(properties['EventSourceArn'], stack)).toBe(`<${prefix}>.StreamArn`);
      expect(properties).toMatchObject({
        BatchSize: stream.batchSize,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        StartingPosition: 'TRIM_HORIZON',
      });
      expect(properties['MaximumRetryAttempts']).toBeGreaterThan(0);
      const { Filters } = properties['FilterCriteria'] as { Filters: { Pattern: string }[] };
      expect(Filters.map(({ Pattern }) => JSON.parse(Pattern) as unknown)).toEqual([
        { dynamodb: { NewImage: { type: { S: stream.rowTypes } } } },
        { dynamodb: { OldImage: { type: { S: stream.rowTypes } } } },
      ]);
      // A record older than a day is gone from the stream, so it must be set aside before.
      expect(properties['MaximumRecordAgeInSeconds']).toBeLessThan(24 * 3600);
      const bucket = `<Bucket-stream-${name}-dlq>`;
      expect(text(at(properties, 'DestinationConfig.OnFailure.Destination'), stack)).toBe(`${bucket}.Arn`);
    },
  );

  it.each(streams.map(({ name }) => name))(
    'batches that the consumer of the stream %s gave up are kept whole, and its dead letters tell of each',
    (name) => {
      const rule = rules.get(`${prefix}-stream-${name}-set-aside`)!;
      expect(rule.properties['State']).toBe('ENABLED');
      expect(at(rule.properties, 'EventPattern.source')).toEqual(['aws.s3']);
      expect(at(rule.properties, 'EventPattern.detail-type')).toEqual(['Object Created']);
      const [named] = list(at(rule.properties, 'EventPattern.detail.bucket.name'));
      expect(text(named, rule.stack)).toBe(`<Bucket-stream-${name}-dlq>`);
      const told = list(rule.properties['Targets']).map((target) => text(at(target, 'Arn'), rule.stack));
      expect(told).toEqual([`<${prefix}-stream-${name}-dlq>.Arn`]);
      const bucket = deployment
        .all('AWS::S3::Bucket')
        .find(({ id, stack }) => text({ Ref: id }, stack) === `<Bucket-stream-${name}-dlq>`);
      expect(at(bucket?.properties, 'NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled')).toBe(
        true,
      );
    },
  );

  it('nothing else feeds a function', () => {
    expect(mappings).toHaveLength(queues.length + streams.length);
    // One more rule puts mails that bounced on their queue.
    expect(rules.size).toBe(schedules.length + streams.length + 1);
  });

  it('mails that bounce for good come back onto the queue of mails, with what they were', () => {
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
