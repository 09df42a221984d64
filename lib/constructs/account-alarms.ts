import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { CustomMetricWithAlarm } from 'cdk-monitoring-constructs';
import { streams } from '../definition.ts';
import type { Settings } from '../stacks/settings.ts';
import { PERIOD, describeAlarm } from './alarms.ts';
import { metricSum } from './metric-math.ts';

// CloudWatch bills each metric that an alarm reads, even inside an expression. These alarms read the metrics of the
// whole account, or the fewest that show a fault.

const GREATER_THAN_THRESHOLD = ComparisonOperator.GREATER_THAN_THRESHOLD;
const DAY = Duration.days(1);
const HOUR = Duration.hours(1);

const lambdaMetric = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });

/**
 * Failures of any function. Dead letters also report failures of consumers and schedules, and the age of stream records
 * reports failures of relays.
 */
export const functionErrors = (): CustomMetricWithAlarm => ({
  metric: lambdaMetric('Errors', Stats.SUM),
  alarmFriendlyName: 'errors',
  addAlarm: {
    Critical: {
      threshold: 0,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      ...describeAlarm('function-errors', 'Functions of this account fail repeatedly.'),
    },
  },
});

/** 80% of the account's default limit of 1,000 executions. */
const CONCURRENCY_MAX = 800;

/** Concurrent executions of the account, and throttled ones. */
export const functionConcurrency = (): CustomMetricWithAlarm[] => [
  {
    metric: lambdaMetric('Throttles', Stats.SUM),
    alarmFriendlyName: 'throttles',
    addAlarm: {
      Warning: {
        threshold: 0,
        comparisonOperator: GREATER_THAN_THRESHOLD,
        evaluationPeriods: 3,
        datapointsToAlarm: 3,
        ...describeAlarm('function-throttled', 'Lambda has rejected executions for a quarter of an hour.'),
      },
    },
  },
  {
    metric: lambdaMetric('ConcurrentExecutions', Stats.MAXIMUM),
    alarmFriendlyName: 'concurrency',
    addAlarm: {
      Warning: {
        threshold: CONCURRENCY_MAX,
        comparisonOperator: GREATER_THAN_THRESHOLD,
        evaluationPeriods: 2,
        datapointsToAlarm: 2,
        ...describeAlarm(
          'account-concurrency',
          `More than ${CONCURRENCY_MAX} executions of Lambda run at once in this account.`,
        ),
      },
    },
  },
];

/** The operations with the most reads and writes; each is billed as a metric. */
const THROTTLED_OPERATIONS = ['Query', 'TransactWriteItems', 'UpdateItem'];

/** Table requests with a throttled event, including indexes: a write throttled by an index counts for the operation. */
export const tableThrottles = (TableName: string): CustomMetricWithAlarm => {
  const throttledRequests = (Operation: string): Metric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'ThrottledRequests',
      statistic: Stats.SUM,
      period: PERIOD,
      dimensionsMap: { TableName, Operation },
    });
  return {
    metric: metricSum(THROTTLED_OPERATIONS.map(throttledRequests), 'Throttled requests'),
    alarmFriendlyName: 'requests',
    addAlarm: {
      Warning: {
        threshold: 10,
        comparisonOperator: GREATER_THAN_THRESHOLD,
        ...describeAlarm(
          'table-throttled',
          'DynamoDB rejects calls: a key of the table or of an index has more traffic than it can serve.',
        ),
      },
    },
  };
};

/** Events that reached no target. A schedule that fails this way also misses its run, which has its own alarm. */
export const failedEvents = ({ prefix }: Settings): CustomMetricWithAlarm => {
  const rules = [`${prefix}-bounces`, ...streams.map(({ name }) => `${prefix}-stream-${name}-set-aside`)];
  const failedInvocations = (RuleName: string): Metric =>
    new Metric({
      namespace: 'AWS/Events',
      metricName: 'FailedInvocations',
      statistic: Stats.SUM,
      period: PERIOD,
      dimensionsMap: { RuleName },
    });
  return {
    metric: metricSum(rules.map(failedInvocations), 'Failed invocations'),
    alarmFriendlyName: 'failed',
    addAlarm: {
      Critical: {
        threshold: 0,
        comparisonOperator: GREATER_THAN_THRESHOLD,
        ...describeAlarm(
          'events-failed',
          'EventBridge could not deliver events to their queue; it does not retry them.',
        ),
      },
    },
  };
};

/** SES reviews an account at a bounce rate of 5% or a complaint rate of 0.1%, and pauses it at 10% or 0.5%. */
const REPUTATION = [
  {
    metricName: 'Reputation.BounceRate',
    threshold: 0.05,
    anchor: 'mail-bounces',
    text: 'More than 5% of the emails bounce.',
  },
  {
    metricName: 'Reputation.ComplaintRate',
    threshold: 0.001,
    anchor: 'mail-complaints',
    text: 'More than 0.1% of the emails are reported as spam.',
  },
] as const;

/** The rates that SES uses to decide whether the account may send. */
export const mailReputation = (): CustomMetricWithAlarm[] =>
  REPUTATION.map(({ metricName, threshold, anchor, text }) => ({
    metric: new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.MAXIMUM, period: HOUR }),
    alarmFriendlyName: metricName.replace('.', '-'),
    addAlarm: { Critical: { threshold, comparisonOperator: GREATER_THAN_THRESHOLD, ...describeAlarm(anchor, text) } },
  }));

/** ACM renews 60 days before expiry; if fewer than 30 are left, a renewal has failed. */
const CERTIFICATE_DAYS = 30;

export const certificateExpiry = (CertificateArn: string): CustomMetricWithAlarm => ({
  metric: new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    statistic: Stats.MINIMUM,
    period: DAY,
    dimensionsMap: { CertificateArn },
  }),
  alarmFriendlyName: 'expiry',
  addAlarm: {
    Critical: {
      threshold: CERTIFICATE_DAYS,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      ...describeAlarm(
        'certificate',
        `The certificate of the API's domain expires in less than ${CERTIFICATE_DAYS} days.`,
      ),
    },
  },
});
