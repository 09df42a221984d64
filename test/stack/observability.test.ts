import { describe, expect, it, vi } from 'vitest';
import { ALARM_AREAS, type AlarmArea } from '../../functions/platform/alarm-name.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { sourcesIn } from '../unit/architecture/sources.ts';
import { at, Deployment, deploymentOf, list } from './templates.ts';

const prefix = 'gift-commerce-production';
const { functions, queues, streams } = deployedTo('production');
const deployment = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
const alarms = deployment.all('AWS::CloudWatch::Alarm');

interface MetricIdentity {
  metric: string;
  dimensions: Record<string, string>;
}

/** Every metric of an alarm, including those in expressions. */
const watchedBy = ({ properties, stack }: (typeof alarms)[number]): MetricIdentity[] => {
  const inside = list(properties['Metrics']).flatMap((each) => list(at(each, 'MetricStat.Metric')));
  return [...(properties['MetricName'] ? [properties] : []), ...inside].map((metric) => ({
    metric: String(at(metric, 'MetricName')),
    dimensions: Object.fromEntries(
      list(at(metric, 'Dimensions')).map((each) => [
        String(at(each, 'Name')),
        deployment.text(at(each, 'Value'), stack),
      ]),
    ),
  }));
};

const alarmsOn = (metric: string, dimension: string, value: string) =>
  alarms.filter((alarm) =>
    watchedBy(alarm).some((each) => each.metric === metric && each.dimensions[dimension] === value),
  );

describe('alarms', () => {
  const deadLetters = [
    ...queues.map(({ name }) => `${prefix}-${name}-dlq`),
    ...streams.map(({ name }) => `${prefix}-stream-${name}-dlq`),
  ];

  it.each(deadLetters)('a single message in %s raises an alarm', (queue) => {
    const found = alarmsOn('ApproximateNumberOfMessagesVisible', 'QueueName', queue);
    expect(found).toHaveLength(1);
    expect(found[0]!.properties).toMatchObject({ Threshold: 0, ComparisonOperator: 'GreaterThanThreshold' });
    expect(found[0]!.properties['AlarmDescription']).toContain('npm run ops -- dlq replay');
  });

  it.each(['fulfillment', 'mail', 'webhook-deliveries'])('messages that wait too long in %s raise an alarm', (name) => {
    expect(queues.map((queue) => queue.name)).toContain(name);
    expect(alarmsOn('ApproximateAgeOfOldestMessage', 'QueueName', `${prefix}-${name}`)).toHaveLength(1);
  });

  it.each(['Errors', 'Throttles', 'ConcurrentExecutions'])(
    '%s of all functions of the account raise an alarm',
    (name) => {
      const matches = alarms.flatMap(watchedBy).filter(({ metric }) => metric === name);
      expect(matches.map(({ dimensions }) => dimensions)).toEqual([{}]);
    },
  );

  it('throttled requests for the most frequent table operations raise an alarm', () => {
    const read = alarms.flatMap(watchedBy).filter(({ metric }) => metric === 'ThrottledRequests');
    expect(read.map(({ dimensions }) => dimensions)).toEqual(
      ['Query', 'TransactWriteItems', 'UpdateItem'].map((Operation) => ({ TableName: prefix, Operation })),
    );
  });

  it('a monthly budget notifies the alarm topic near its limit, and when the forecast exceeds it', () => {
    const customDeployment = new Deployment({ env: 'demo', monthlyBudget: 200 }, []);
    const [budget, ...more] = customDeployment.all('AWS::Budgets::Budget');
    expect(more).toEqual([]);
    expect(budget!.properties['Budget']).toMatchObject({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 200, Unit: 'USD' },
    });
    const sent = list(budget!.properties['NotificationsWithSubscribers']).map((each) => [
      at(each, 'Notification.NotificationType'),
      at(each, 'Notification.Threshold'),
      customDeployment.text(at(each, 'Subscribers.0.Address'), budget!.stack),
    ]);
    expect(sent).toEqual([
      ['ACTUAL', 80, '<Alarms>'],
      ['FORECASTED', 100, '<Alarms>'],
    ]);
    const [policy] = customDeployment.all('AWS::SNS::TopicPolicy');
    expect(list(budget!.whole['DependsOn'])).toContain(policy!.id);
    const allowed = list(at(policy!.properties, 'PolicyDocument.Statement')).filter(
      (each) => at(each, 'Effect') === 'Allow',
    );
    expect(
      allowed
        .flatMap((each) => list(at(each, 'Principal.Service')))
        .map(String)
        .toSorted(),
    ).toEqual(['budgets.amazonaws.com', 'cloudwatch.amazonaws.com']);
    for (const each of allowed) {
      expect(each).toMatchObject({ Action: 'sns:Publish', Condition: { StringEquals: { 'aws:SourceAccount': {} } } });
    }
    expect(deployment.all('AWS::Budgets::Budget')).toEqual([]);
  });

  it('bounces, complaints, undelivered events and an expiring certificate raise an alarm', () => {
    const certificateArn = 'arn:aws:acm:eu-north-1:111111111111:certificate/one';
    const customDeployment = new Deployment({ env: 'production', domainName: 'gifts.example.com', certificateArn }, []);
    const read = customDeployment.all('AWS::CloudWatch::Alarm').flatMap(watchedBy);
    const on = (name: string) => read.filter(({ metric }) => metric === name).map(({ dimensions }) => dimensions);
    expect(on('Reputation.BounceRate')).toEqual([{}]);
    expect(on('Reputation.ComplaintRate')).toEqual([{}]);
    expect(on('DaysToExpiry')).toEqual([{ CertificateArn: certificateArn }]);
    const rules = customDeployment
      .all('AWS::Events::Rule')
      .filter(({ properties }) => !properties['ScheduleExpression']);
    expect(on('FailedInvocations').map(({ RuleName }) => RuleName)).toEqual(
      expect.arrayContaining(rules.map(({ properties }) => properties['Name'])),
    );
  });

  it.each(streams.map(({ consumer }) => consumer.name))('a relay %s that falls behind raises an alarm', (name) => {
    expect(alarmsOn('IteratorAge', 'FunctionName', `${prefix}-${name}`)).toHaveLength(1);
  });

  it.each([
    [
      'ServerErrors',
      'api-errors',
      '{ ($.status = "5*") && ($.userAgent != "gift-commerce-synthetic-sale") }',
      '{ ($.status != "5*") && ($.userAgent != "gift-commerce-synthetic-sale") }',
    ],
    [
      'SlowRequests',
      'api-latency',
      '{ ($.latencyMs > 5000) && ($.userAgent != "gift-commerce-synthetic-sale") }',
      '{ ($.latencyMs <= 5000) && ($.userAgent != "gift-commerce-synthetic-sale") }',
    ],
  ])('%s in the access log of all APIs raise an alarm', (metric, anchor, counted, others) => {
    // Alarms of releases read the server errors as well.
    const matches = alarms.filter(
      (alarm) =>
        watchedBy(alarm).some((each) => each.metric === metric) &&
        !String(alarm.properties['AlarmName']).includes('-release-'),
    );
    expect(matches).toHaveLength(1);
    expect(matches[0]!.properties).toMatchObject({ Namespace: prefix, Statistic: 'Average', Threshold: 0.01 });
    expect(matches[0]!.properties['AlarmDescription']).toContain(`#${anchor}`);
    const filters = deployment
      .all('AWS::Logs::MetricFilter')
      .filter(({ properties }) => at(properties, 'MetricTransformations.0.MetricName') === metric);
    expect(
      filters.map(({ properties }) => [
        properties['FilterPattern'],
        at(properties, 'MetricTransformations.0.MetricValue'),
      ]),
    ).toEqual([
      [counted, '1'],
      [others, '0'],
    ]);
    for (const { properties, stack } of filters) {
      expect(deployment.text(properties['LogGroupName'], stack)).toBe(`</aws/vendedlogs/${prefix}-api>`);
    }
    // Every stage writes to that log, with the status as text and the latency as a number.
    const stages = deployment.all('AWS::ApiGatewayV2::Stage');
    expect(stages.length).toBe(deployment.all('AWS::ApiGatewayV2::Api').length);
    for (const { properties } of stages) {
      const format = String(at(properties, 'AccessLogSettings.Format'));
      const line = format.replace('$context.responseLatency', '5001').replaceAll(/\$context\.[\w.]+/g, '502');
      expect(JSON.parse(line)).toMatchObject({ status: '502', latencyMs: 5001 });
    }
  });

  it.each((Object.keys(ALARM_AREAS) as AlarmArea[]).map((area) => [area]))(
    'the first log line of the area %s raises an alarm that lists its incidents',
    (area) => {
      const found = alarmsOn('Incidents', 'area', area);
      expect(found).toHaveLength(1);
      const { properties } = found[0]!;
      expect(properties).toMatchObject({ Threshold: 0, ComparisonOperator: 'GreaterThanThreshold' });
      for (const name of ALARM_AREAS[area]) expect(properties['AlarmDescription']).toContain(name);
      expect(String(properties['AlarmDescription']).length).toBeLessThanOrEqual(1024);
    },
  );

  it('the log line of an incident has its area', async () => {
    const { logger } = await import('../../functions/platform/logger.ts');
    const { log } = await import('../../functions/platform/log.ts');
    const lines: unknown[] = [];
    const spy = vi.spyOn(logger, 'error').mockImplementation((...line) => void lines.push(line[1]));
    log.error('It failed', { alarm: 'refund_failed' });
    log.error('It failed', { order_id: 'po_1' });
    await expect.poll(() => lines.length).toBe(2);
    spy.mockRestore();
    expect(lines).toEqual([{ alarm: 'refund_failed', alarm_area: 'payments' }, { order_id: 'po_1' }]);
  });

  it('alarms in the log of every function are counted by area', () => {
    const filters = deployment
      .all('AWS::Logs::MetricFilter')
      .filter(({ properties }) => at(properties, 'MetricTransformations.0.MetricName') === 'Incidents')
      .map(({ properties, stack }) => {
        expect(properties).toMatchObject({
          FilterPattern: '{ $.alarm = "*" }',
          MetricTransformations: [
            { MetricNamespace: prefix, MetricValue: '1', Dimensions: [{ Key: 'area', Value: '$.alarm_area' }] },
          ],
        });
        return deployment.text(properties['LogGroupName'], stack);
      });
    expect(filters.sort()).toEqual(functions.map(({ name }) => `</aws/lambda/${prefix}-${name}>`).sort());
  });

  it('the alarms that the code raises are those listed by area', () => {
    const raised = [...sourcesIn('functions').values()].flatMap(({ text }) =>
      [...text.matchAll(/\balarm: '([a-z_]+)'/g)].map(([, name]) => name),
    );
    expect(new Set(raised)).toEqual(new Set(Object.values(ALARM_AREAS).flat()));
  });

  it('all alarms are sent over TLS to one topic that emails a person', () => {
    for (const { properties, stack } of alarms) {
      expect(properties['ActionsEnabled']).toBe(true);
      const [action, ...more] = list(properties['AlarmActions']).map((each) => deployment.text(each, stack));
      expect(more).toEqual([]);
      // Alarms of releases are created before the topic and refer to it by name.
      expect(action).toMatch(
        String(properties['AlarmName']).includes('-release-') ? new RegExp(`:sns:.*:${prefix}-alarms$`) : /^<Alarms>$/,
      );
    }
    expect(deployment.all('AWS::SNS::Subscription')[0]?.properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
    const [policy] = deployment.all('AWS::SNS::TopicPolicy');
    expect(JSON.stringify(policy?.properties)).toContain('"aws:SecureTransport":"false"');
    const allowed = list(at(policy?.properties, 'PolicyDocument.Statement')).filter(
      (each) => at(each, 'Effect') === 'Allow',
    );
    expect(allowed).toMatchObject([{ Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' } }]);
  });

  it('dashboards show every function, within the limits of CloudWatch', () => {
    const bodies = deployment
      .all('AWS::CloudWatch::Dashboard')
      .map(({ properties, stack }) => deployment.text(properties['DashboardBody'], stack));
    for (const { name } of functions) expect(bodies.join(''), name).toContain(`${prefix}-${name}`);
    for (const body of bodies) {
      expect(JSON.parse(body).widgets.length).toBeLessThan(500);
      expect(body.length).toBeLessThan(1_000_000);
    }
  });
});
