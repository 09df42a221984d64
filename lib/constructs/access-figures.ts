import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { SYNTHETIC_AGENT } from '../definition.ts';
import type { Settings } from '../stacks/settings.ts';

/** A request that takes longer than this is slow. */
export const SLOW = Duration.seconds(5);

/** Metrics that are 1 for a request with the fault and 0 for any other: the average is a rate, the sum a count. */
const SERVER_ERROR = 'ServerErrors';
const SLOW_REQUEST = 'SlowRequests';

/**
 * Excludes synthetic sales, which have their own metrics: in an idle environment their requests would keep these
 * metrics billed.
 */
const excludeSyntheticSales = (pattern: logs.JsonPattern): logs.IFilterPattern =>
  logs.FilterPattern.all(pattern, logs.FilterPattern.stringValue('$.userAgent', '!=', SYNTHETIC_AGENT));

/**
 * Counts requests in the access log, which all APIs share: an alarm on the log reads one metric, whereas API Gateway
 * has a metric per API. A metric without requests is not billed.
 */
export const countRequests = (scope: Construct, { prefix, warnsEarly }: Settings, logGroup: logs.ILogGroup): void => {
  const count = (metricName: string, value: '0' | '1', pattern: logs.JsonPattern): void => {
    new logs.MetricFilter(scope, `${metricName}-${value}`, {
      logGroup,
      filterPattern: excludeSyntheticSales(pattern),
      metricNamespace: prefix,
      metricName,
      metricValue: value,
    });
  };
  count(SERVER_ERROR, '1', logs.FilterPattern.stringValue('$.status', '=', '5*'));
  count(SERVER_ERROR, '0', logs.FilterPattern.stringValue('$.status', '!=', '5*'));
  if (!warnsEarly) return;
  count(SLOW_REQUEST, '1', logs.FilterPattern.numberValue('$.latencyMs', '>', SLOW.toMilliseconds()));
  count(SLOW_REQUEST, '0', logs.FilterPattern.numberValue('$.latencyMs', '<=', SLOW.toMilliseconds()));
};

/** Number of 5xx responses from all APIs. */
export const serverErrors = ({ prefix }: Settings, period: Duration): Metric =>
  new Metric({ namespace: prefix, metricName: SERVER_ERROR, statistic: Stats.SUM, period });

/** Rate of 5xx responses from all APIs, from 0 to 1. */
export const serverErrorRate = ({ prefix }: Settings, period: Duration): Metric =>
  new Metric({ namespace: prefix, metricName: SERVER_ERROR, statistic: Stats.AVERAGE, period });

/** Rate of requests slower than `SLOW`, from 0 to 1. */
export const slowRate = ({ prefix }: Settings, period: Duration): Metric =>
  new Metric({ namespace: prefix, metricName: SLOW_REQUEST, statistic: Stats.AVERAGE, period });
