import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ComparisonOperator, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { CustomMetricWithAlarm } from 'cdk-monitoring-constructs';
import type { Settings } from '../stacks/settings.ts';
import { serverErrorRate, SLOW, slowRate } from './access-figures.ts';
import { PERIOD, describeAlarm } from './alarms.ts';

const { GREATER_THAN_THRESHOLD } = ComparisonOperator;

const ERROR_RATE_MAX = 0.01;
const SLOW_RATE_MAX = 0.01;

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

/** Graphs by title, each with one line for each API. */
export const apiFigures = (apis: ReadonlyMap<string, IHttpApi>): ReadonlyMap<string, Metric[]> => {
  const byApi = (figure: Figure): Metric[] => [...apis].map(([name, { apiId }]) => metricOf(apiId, figure, name));
  return new Map([
    ['Requests', byApi(REQUESTS)],
    ['Rate of 5xx', byApi(ERROR_RATE)],
    ['Latency, 99th percentile', byApi(LATENCY)],
  ]);
};

/** One alarm for all APIs: the rate of server errors. */
export const apiErrors = (settings: Settings): CustomMetricWithAlarm => ({
  metric: serverErrorRate(settings, PERIOD),
  alarmFriendlyName: 'errors',
  addAlarm: {
    Critical: {
      threshold: ERROR_RATE_MAX,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      ...describeAlarm('api-errors', 'The APIs respond to more than one in a hundred requests with 5xx.'),
    },
  },
});

/** One alarm for all APIs: the rate of slow responses. */
export const apiLatency = (settings: Settings): CustomMetricWithAlarm => ({
  metric: slowRate(settings, PERIOD),
  alarmFriendlyName: 'latency',
  addAlarm: {
    Warning: {
      threshold: SLOW_RATE_MAX,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
      ...describeAlarm(
        'api-latency',
        `One in a hundred requests to the APIs takes more than ${SLOW.toSeconds()} seconds.`,
      ),
    },
  },
});
