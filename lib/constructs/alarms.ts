import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { CustomMetricWithAlarm, MetricWithAlarmSupport } from 'cdk-monitoring-constructs';
import { ALARM_AREAS, WATCHER, type Measure } from '../definition.ts';

export const RUNBOOK = 'lib/runbooks/alarms.md';
export const PERIOD = Duration.minutes(5);

/** Text of an alarm for the person on call. Missing data does not raise the alarm, unless the data must exist. */
export const describeAlarm = (
  anchor: string,
  text: string,
  treatMissingDataOverride = TreatMissingData.NOT_BREACHING,
) => ({
  alarmDescriptionOverride: `${text} What to do: ${RUNBOOK}#${anchor}`,
  treatMissingDataOverride,
});

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
      ...describeAlarm('incident', meaning),
    },
  },
});

/** One alarm per area. Its description names the incidents, and has at most 1,024 characters. */
export const incidentAlarmsByArea = (metricOf: (area: string) => MetricWithAlarmSupport): CustomMetricWithAlarm[] =>
  Object.entries(ALARM_AREAS).map(([area, names]) => {
    const meaning = `A function has logged an incident of ${area}. The \`alarm\` of the log line names it: ${names.join(', ')}.`;
    return incidentAlarm(area, meaning, metricOf(area));
  });

/**
 * Alarm for the schedule that watches all others. It reports their missed runs as incidents, because each alarm on the
 * runs of a function is billed. A disabled schedule emits nothing, so missing data raises the alarm.
 */
export const missedRunsAlarm = (name: string) =>
  name === WATCHER
    ? {
        addMinInvocationsCountAlarm: {
          Critical: {
            minCount: 1,
            period: PERIOD,
            evaluationPeriods: 2,
            datapointsToAlarm: 2,
            ...describeAlarm('schedules-unwatched', `${name} has not run for ten minutes.`, TreatMissingData.BREACHING),
          },
        },
      }
    : {};

const HOUR = Duration.hours(1);

/**
 * Alarm for hours in which polling found payments but no notification arrived. Polling may find a payment before its
 * notification, and a small shop may go hours without one, so the alarm requires two such hours out of six.
 */
export const silentGatewayAlarm = (namespace: string): CustomMetricWithAlarm => {
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
        ...describeAlarm(
          'gateway_silent',
          'Payments are made without notifications: in two of six hours the gateway sent none.',
        ),
      },
    },
  };
};
