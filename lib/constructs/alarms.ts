import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { CustomMetricWithAlarm, MetricWithAlarmSupport } from 'cdk-monitoring-constructs';
import { schedules, type Measure } from '../definition.ts';
import { metricSum } from './metric-math.ts';

export const RUNBOOK = 'lib/runbooks/alarms.md';
export const PERIOD = Duration.minutes(5);

/** Text of an alarm for the person on call. Missing data is fine, except for data that must exist. */
export const described = (anchor: string, text: string, treatMissingDataOverride = TreatMissingData.NOT_BREACHING) => ({
  alarmDescriptionOverride: `${text} What to do: ${RUNBOOK}#${anchor}`,
  treatMissingDataOverride,
});

/** The operations of every sale: faults of DynamoDB show here first. Each is billed as a metric. */
export const TABLE_OPERATIONS: readonly string[] = ['Query', 'TransactWriteItems'];

/** Raised by the first incident that a function logs. */
export const incidentAlarm = (
  name: string,
  meaning: string,
  metric: MetricWithAlarmSupport,
): CustomMetricWithAlarm => ({
  metric,
  alarmFriendlyName: name,
  addAlarm: {
    Critical: {
      threshold: 0,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      ...described('incident', meaning),
    },
  },
});

const everyMinutesOf = (name: string): number | undefined =>
  schedules.find(({ target }) => target.name === name)?.everyMinutes;

/** A disabled schedule emits nothing, so missing data raises it. */
export const missedRunsOf = (name: string) => {
  const everyMinutes = everyMinutesOf(name);
  if (everyMinutes === undefined) return {};
  return {
    addMinInvocationsCountAlarm: {
      Critical: {
        minCount: 1,
        period: Duration.minutes(Math.max(PERIOD.toMinutes(), everyMinutes)),
        evaluationPeriods: 2,
        datapointsToAlarm: 2,
        ...described('schedule-missed', `${name} missed two scheduled runs.`, TreatMissingData.BREACHING),
      },
    },
  };
};

/** Errors of DynamoDB in the operations of every sale. */
export const tableErrors = (table: ITable): CustomMetricWithAlarm => {
  const metrics = TABLE_OPERATIONS.map((operation) =>
    table.metric('SystemErrors', {
      statistic: 'Sum',
      dimensionsMap: { TableName: table.tableName, Operation: operation },
      period: PERIOD,
    }),
  );
  return {
    metric: metricSum(metrics, 'Errors'),
    alarmFriendlyName: 'count',
    addAlarm: {
      Warning: {
        threshold: 10,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        ...described('table-errors', 'DynamoDB returns internal errors.'),
      },
    },
  };
};

const HOUR = Duration.hours(1);

/**
 * Hours in which payments were found by polling without a single notice. Polling may find some before their notice, and
 * a small shop has hours without any: two such hours of six raise it.
 */
export const silentHours = (namespace: string): CustomMetricWithAlarm => {
  const figure = (metricName: Measure): Metric => new Metric({ namespace, metricName, statistic: 'Sum' });
  return {
    metric: new MathExpression({
      expression: 'IF(found > 0 AND notices < 1, 1, 0)',
      usingMetrics: { found: figure('PaymentsFound'), notices: figure('GatewayNotices') },
      label: 'Silent hours',
      period: HOUR,
    }),
    alarmFriendlyName: 'silent',
    addAlarm: {
      Critical: {
        threshold: 0,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        period: HOUR,
        evaluationPeriods: 6,
        datapointsToAlarm: 2,
        ...described(
          'gateway_silent',
          'Payments are made without notifications: in two of six hours the gateway sent none.',
        ),
      },
    },
  };
};
