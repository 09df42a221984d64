import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Shift } from '../stacks/setting-values.ts';
import type { Settings } from '../stacks/settings.ts';
import { serverErrors } from './access-figures.ts';
import { RUNBOOK } from './alarms.ts';

/**
 * Alias that the API invokes. It points to one version, or to the old and the new one while a deployment shifts
 * requests.
 */
const LIVE = 'live';

const PACE: Record<Exclude<Shift, 'at-once'>, codedeploy.ILambdaDeploymentConfig> = {
  canary: codedeploy.LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  linear: codedeploy.LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
};

const MINUTE = Duration.minutes(1);
/**
 * More 5xx responses than this per minute, in two of three minutes, raise the alarm. External services cause some as
 * well.
 */
const SERVER_ERRORS_A_MINUTE = 5;

const alarmOf = (
  scope: Construct,
  id: string,
  settings: Settings,
  props: Pick<cloudwatch.AlarmProps, 'metric' | 'threshold' | 'evaluationPeriods' | 'datapointsToAlarm'> & {
    name: string;
    meaning: string;
  },
): cloudwatch.Alarm => {
  const { name, meaning, ...rest } = props;
  const alarm = new cloudwatch.Alarm(scope, id, {
    ...rest,
    alarmName: `${settings.prefix}-${name}`,
    alarmDescription: `${meaning} A release that is being deployed is rolled back automatically. What to do: ${RUNBOOK}#release`,
    comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
    actionsEnabled: true,
    treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
  });
  // The topic is in a later stack, so its ARN is built from its name instead of a reference.
  const alarmActionArn = Stack.of(scope).formatArn({ service: 'sns', resource: `${settings.prefix}-alarms` });
  alarm.addAlarmAction({ bind: () => ({ alarmActionArn }) });
  alarm.addOkAction({ bind: () => ({ alarmActionArn }) });
  return alarm;
};

const serverErrorAlarmName = 'release-server-errors';

/** Raised by effects of a release on callers: server errors from all APIs combined, per minute. */
export const serverErrorsOfRelease = (scope: Construct, settings: Settings): void => {
  if (settings.shift === 'at-once') return;
  alarmOf(scope, 'ReleaseServerErrors', settings, {
    name: serverErrorAlarmName,
    meaning: `The APIs respond to more than ${SERVER_ERRORS_A_MINUTE} requests a minute with 5xx.`,
    metric: serverErrors(settings, MINUTE),
    threshold: SERVER_ERRORS_A_MINUTE,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
  });
};

const crashAlarmName = 'release-broken-off';

/**
 * Raised by the first request whose function threw, timed out or did not start; error responses from functions do not
 * count, nor do requests that are too large for Lambda. The access log contains the requests of all functions, so one
 * metric covers them.
 */
export const crashesOfRelease = (scope: Construct, settings: Settings, accessLog: logs.ILogGroup): void => {
  if (settings.shift === 'at-once') return;
  const filter = new logs.MetricFilter(scope, 'BrokenOff', {
    logGroup: accessLog,
    // API Gateway accepts 10 MB and Lambda 6: a request that is too large for Lambda fails with 413, and would
    // otherwise let any caller roll back a release.
    filterPattern: logs.FilterPattern.all(
      logs.FilterPattern.stringValue('$.integrationError', '!=', '-'),
      logs.FilterPattern.stringValue('$.status', '!=', '413'),
    ),
    metricNamespace: settings.prefix,
    metricName: 'FunctionsBrokenOff',
    metricValue: '1',
  });
  alarmOf(scope, 'ReleaseBrokenOff', settings, {
    name: crashAlarmName,
    meaning: 'A function that serves requests crashed, timed out or did not start.',
    metric: filter.metric({ statistic: 'Sum', period: MINUTE }),
    threshold: 0,
    evaluationPeriods: 1,
    datapointsToAlarm: 1,
  });
};

/**
 * Aliases for functions with routes. Where an environment shifts gradually, CodeDeploy moves requests from the old
 * version to the new one, and all functions roll back together on an alarm of the release.
 */
export const releasesOf = (
  scope: Stack,
  functions: readonly lambda.Function[],
  settings: Settings,
): ReadonlyMap<lambda.Function, lambda.Alias> => {
  const aliases = new Map(
    functions.map((fn) => [
      fn,
      new lambda.Alias(scope, `${fn.node.id}-Live`, { aliasName: LIVE, version: fn.currentVersion }),
    ]),
  );
  if (settings.shift !== 'at-once') shiftGradually(scope, aliases, settings, settings.shift);
  return aliases;
};

const shiftGradually = (
  scope: Stack,
  aliases: ReadonlyMap<lambda.Function, lambda.Alias>,
  settings: Settings,
  shift: keyof typeof PACE,
): void => {
  const alarms = [serverErrorAlarmName, crashAlarmName].map((name, index) =>
    cloudwatch.Alarm.fromAlarmName(scope, `Release-${index + 1}`, `${settings.prefix}-${name}`),
  );
  const application = new codedeploy.LambdaApplication(scope, 'Releases');
  const role = new iam.Role(scope, 'ReleaseRole', { assumedBy: new iam.ServicePrincipal('codedeploy.amazonaws.com') });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'AWS maintains this policy with the permissions that CodeDeploy needs to move an alias.',
  });
  for (const [fn, alias] of aliases) {
    new codedeploy.LambdaDeploymentGroup(scope, `${fn.node.id}-Release`, {
      application,
      role,
      alias,
      alarms,
      deploymentConfig: PACE[shift],
      // More than a hundred groups query their alarms concurrently, and CloudWatch throttles some: that must not stop a
      // release.
      ignorePollAlarmsFailure: true,
    });
  }
};
