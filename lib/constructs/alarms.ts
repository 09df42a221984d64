import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { CustomMetricWithAlarm, MetricWithAlarmSupport } from 'cdk-monitoring-constructs';
import { schedules } from '../definition.ts';
import { sumOf } from './metric-math.ts';

export const RUNBOOK = 'lib/runbooks/alarms.md';
export const PERIOD = Duration.minutes(5);

/** What an alarm says to whom it wakes, and where it says more. No data is no trouble, unless it is data that must come. */
export const described = (anchor: string, text: string, treatMissingDataOverride = TreatMissingData.NOT_BREACHING) => ({
  alarmDescriptionOverride: `${text} What to do: ${RUNBOOK}#${anchor}`,
  treatMissingDataOverride,
});

/** The operations that every sale needs: trouble of DynamoDB itself shows in them first. Each is billed as a metric. */
export const TABLE_OPERATIONS: readonly string[] = ['Query', 'TransactWriteItems'];

/** Goes off by the first incident that a function logs. */
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

/** A schedule that somebody switched off tells nothing, which is what to look for. */
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
        ...described('schedule-missed', `${name} has not run when it should have, twice.`, TreatMissingData.BREACHING),
      },
    },
  };
};

/** Errors of DynamoDB itself, in the operations that every sale needs. */
export const tableErrors = (table: ITable): CustomMetricWithAlarm => {
  const metrics = TABLE_OPERATIONS.map((operation) =>
    table.metric('SystemErrors', {
      statistic: 'Sum',
      dimensionsMap: { TableName: table.tableName, Operation: operation },
      period: PERIOD,
    }),
  );
  return {
    metric: sumOf(metrics, 'Errors'),
    alarmFriendlyName: 'count',
    addAlarm: {
      Warning: {
        threshold: 10,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        ...described('table-errors', 'DynamoDB answers with errors of its own.'),
      },
    },
  };
};

const HOUR = Duration.hours(1);

/**
 * Hours in which payments were found by asking and not one notice came. A shop that asks at once finds some before their
 * notice comes, and one of few sales has hours without any: two such hours of six are silence.
 */
export const silentHours = (namespace: string): CustomMetricWithAlarm => {
  const figure = (metricName: string): Metric => new Metric({ namespace, metricName, statistic: 'Sum' });
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
          'Payments are made, and the gateway tells of none: in two of six hours no notice came.',
        ),
      },
    },
  };
};
