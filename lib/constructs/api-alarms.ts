import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ComparisonOperator, Metric, Stats, type MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { CustomMetricWithAlarm } from 'cdk-monitoring-constructs';
import { PERIOD, told } from './alarms.ts';
import { highestOf } from './metric-math.ts';

const { GREATER_THAN_THRESHOLD } = ComparisonOperator;

const ERROR_RATE_MAX = 0.01;
const LATENCY_MAX = Duration.seconds(5);

type Figure = readonly [metricName: string, statistic: string];

// The average of `5xx` is the rate of server errors.
const ERROR_RATE: Figure = ['5xx', Stats.AVERAGE];
const LATENCY: Figure = ['Latency', Stats.percentile(99)];
const REQUESTS: Figure = ['Count', Stats.SUM];

const metricOf = (ApiId: string, [metricName, statistic]: Figure, label?: string): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    statistic,
    period: PERIOD,
    dimensionsMap: { ApiId, Stage: '$default' },
    ...(label === undefined ? {} : { label }),
  });

const highestOfApis = (apiIds: readonly string[], figure: Figure, label: string): MathExpression =>
  highestOf(
    apiIds.map((apiId) => metricOf(apiId, figure)),
    label,
  );

/** Graphs by title, each with one line for each API. */
export const apiFigures = (apis: ReadonlyMap<string, IHttpApi>): ReadonlyMap<string, Metric[]> => {
  const byApi = (figure: Figure): Metric[] => [...apis].map(([name, { apiId }]) => metricOf(apiId, figure, name));
  return new Map([
    ['Requests', byApi(REQUESTS)],
    ['Rate of 5xx', byApi(ERROR_RATE)],
    ['Latency, 99th percentile', byApi(LATENCY)],
  ]);
};

/** One alarm for all APIs: the highest rate of server errors. */
export const apiErrors = (apiIds: readonly string[]): CustomMetricWithAlarm => ({
  metric: highestOfApis(apiIds, ERROR_RATE, 'Highest rate of 5xx'),
  alarmFriendlyName: 'errors',
  addAlarm: {
    Critical: {
      threshold: ERROR_RATE_MAX,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      ...told('api-errors', 'An API answers more than one in a hundred requests with 5xx.'),
    },
  },
});

/** One alarm for all APIs: the highest 99th percentile of the time to answer. */
export const apiLatency = (apiIds: readonly string[]): CustomMetricWithAlarm => ({
  metric: highestOfApis(apiIds, LATENCY, 'Highest p99 of the latency'),
  alarmFriendlyName: 'latency',
  addAlarm: {
    Warning: {
      threshold: LATENCY_MAX.toMilliseconds(),
      comparisonOperator: GREATER_THAN_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
      ...told('api-latency', `One in a hundred requests to an API takes more than ${LATENCY_MAX.toSeconds()} seconds.`),
    },
  },
});
