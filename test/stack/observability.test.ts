import { describe, expect, it } from 'vitest';
import { businessAlarms } from '../../lib/business-alarms.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { sourcesIn } from '../unit/architecture/sources.ts';
import { table } from '../../lib/definition.ts';
import { at, Deployment, deploymentOf, list } from './templates.ts';

const prefix = 'gift-commerce-production';
const { functions, queues, streams } = deployedTo('production');
const deployment = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
const alarms = deployment.all('AWS::CloudWatch::Alarm');

interface Watched {
  metric: string;
  dimensions: Record<string, string>;
}

/** Every metric an alarm looks at, those inside of expressions too. */
const watchedBy = ({ properties, stack }: (typeof alarms)[number]): Watched[] => {
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

  it.each(deadLetters)('a single message in %s raises one', (queue) => {
    const found = alarmsOn('ApproximateNumberOfMessagesVisible', 'QueueName', queue);
    expect(found).toHaveLength(1);
    expect(found[0]!.properties).toMatchObject({ Threshold: 0, ComparisonOperator: 'GreaterThanThreshold' });
    expect(found[0]!.properties['AlarmDescription']).toContain('npm run ops -- dlq replay');
  });

  it.each(queues.map(({ name }) => name))('messages that wait too long in %s raise one', (name) => {
    expect(alarmsOn('ApproximateAgeOfOldestMessage', 'QueueName', `${prefix}-${name}`)).toHaveLength(1);
  });

  it.each(['Errors', 'Throttles', 'ConcurrentExecutions'])('%s of all functions of the account raise one', (name) => {
    const found = alarms.flatMap(watchedBy).filter(({ metric }) => metric === name);
    expect(found.map(({ dimensions }) => dimensions)).toEqual([{}]);
  });

  it.each(['ReadThrottleEvents', 'WriteThrottleEvents'])('%s of the table and of each index raise one', (name) => {
    const found = alarms.flatMap(watchedBy).filter(({ metric }) => metric === name);
    expect(new Set(found.map(({ dimensions }) => dimensions['GlobalSecondaryIndexName']))).toEqual(
      new Set([undefined, ...table.indexes]),
    );
    for (const { dimensions } of found) expect(dimensions['TableName']).toBe(prefix);
  });

  it('bounces, complaints, events that reach no queue and the end of a certificate raise one', () => {
    const certificateArn = 'arn:aws:acm:eu-north-1:111111111111:certificate/one';
    const own = new Deployment({ env: 'production', domainName: 'gifts.example.com', certificateArn }, []);
    const read = own.all('AWS::CloudWatch::Alarm').flatMap(watchedBy);
    const on = (name: string) => read.filter(({ metric }) => metric === name).map(({ dimensions }) => dimensions);
    expect(on('Reputation.BounceRate')).toEqual([{}]);
    expect(on('Reputation.ComplaintRate')).toEqual([{}]);
    expect(on('DaysToExpiry')).toEqual([{ CertificateArn: certificateArn }]);
    const rules = own.all('AWS::Events::Rule').filter(({ properties }) => !properties['ScheduleExpression']);
    expect(on('FailedInvocations').map(({ RuleName }) => RuleName)).toEqual(
      expect.arrayContaining(rules.map(({ properties }) => properties['Name'])),
    );
  });

  it.each(streams.map(({ consumer }) => consumer.name))('a relay %s that falls behind raises one', (name) => {
    expect(alarmsOn('IteratorAge', 'FunctionName', `${prefix}-${name}`)).toHaveLength(1);
  });

  it.each([
    ['5xx', 'api-errors'],
    ['Latency', 'api-latency'],
  ])('%s of every API raises one of all together', (metric, anchor) => {
    const apis = deployment.all('AWS::ApiGatewayV2::Api');
    expect(apis.length).toBeGreaterThan(5);
    // A release reads the server errors too.
    const found = alarms.filter(
      (alarm) =>
        watchedBy(alarm).some((each) => each.metric === metric) &&
        !String(alarm.properties['AlarmName']).includes('-release-'),
    );
    expect(found).toHaveLength(1);
    expect(found[0]!.properties['AlarmDescription']).toContain(`#${anchor}`);
    const read = watchedBy(found[0]!).map(({ dimensions }) => dimensions['ApiId']);
    expect(new Set(read).size).toBe(apis.length);
    expect(read).toHaveLength(apis.length);
  });

  it.each(businessAlarms.map(({ name, meaning }) => [name, meaning]))(
    'the first log line with the alarm %s raises one that says what to do',
    (name, meaning) => {
      const found = alarmsOn('Incidents', 'alarm', name!);
      expect(found).toHaveLength(1);
      expect(found[0]!.properties).toMatchObject({ Threshold: 0, ComparisonOperator: 'GreaterThanThreshold' });
      expect(found[0]!.properties['AlarmDescription']).toContain(meaning);
    },
  );

  it('alarms in the log of every function are counted by name', () => {
    // The other one counts functions that broke off, in the log of the API.
    const ofFunctions = deployment.all('AWS::Logs::MetricFilter').filter(({ id }) => !id.startsWith('BrokenOff'));
    const filters = ofFunctions.map(({ properties, stack }) => {
      expect(properties).toMatchObject({
        FilterPattern: '{ $.alarm = "*" }',
        MetricTransformations: [
          {
            MetricNamespace: prefix,
            MetricName: 'Incidents',
            MetricValue: '1',
            Dimensions: [{ Key: 'alarm', Value: '$.alarm' }],
          },
        ],
      });
      return deployment.text(properties['LogGroupName'], stack);
    });
    expect(filters.sort()).toEqual(functions.map(({ name }) => `</aws/lambda/${prefix}-${name}>`).sort());
  });

  it('every alarm that the code raises is known here, and the other way round', () => {
    const raised = [...sourcesIn('functions').values()].flatMap(({ text }) =>
      [...text.matchAll(/\balarm: '([a-z_]+)'/g)].map(([, name]) => name),
    );
    expect(new Set(raised)).toEqual(new Set(businessAlarms.map(({ name }) => name)));
  });

  it('all of them reach the one topic, which reaches a person, over TLS', () => {
    for (const { properties, stack } of alarms) {
      expect(properties['ActionsEnabled']).toBe(true);
      const [action, ...more] = list(properties['AlarmActions']).map((each) => deployment.text(each, stack));
      expect(more).toEqual([]);
      // Alarms of releases stand before the topic and name it.
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

  it('dashboards show every function, within what CloudWatch can show', () => {
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
