import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Shift } from '../stacks/setting-values.ts';
import type { Settings } from '../stacks/settings.ts';
import { RUNBOOK } from './alarms.ts';

/** What the API calls of each function: one version, or the old and the new one while a deployment shifts requests. */
export const LIVE = 'live';

const PACE: Record<Exclude<Shift, 'at-once'>, codedeploy.ILambdaDeploymentConfig> = {
  canary: codedeploy.LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  linear: codedeploy.LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
};

const MINUTE = Duration.minutes(1);
/** CloudWatch takes ten metrics in one alarm. */
const METRICS_OF_ALARM = 10;
/** Outside services fail now and then, which is answered with 5xx too; this many a minute, twice in three, is a fault of ours. */
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
    alarmDescription: `${meaning} A release that is on its way goes back by itself. What to do: ${RUNBOOK}#release`,
    comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
    actionsEnabled: true,
    treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
  });
  // The topic stands in a later stack, so it is named and not referred to.
  const alarmActionArn = Stack.of(scope).formatArn({ service: 'sns', resource: `${settings.prefix}-alarms` });
  alarm.addAlarmAction({ bind: () => ({ alarmActionArn }) });
  alarm.addOkAction({ bind: () => ({ alarmActionArn }) });
  return alarm;
};

const serverErrorsName = 'release-server-errors';

/** Goes off by what callers see of a release: server errors of the whole API, in minutes. */
export const serverErrorsOfRelease = (scope: Construct, settings: Settings, apiId: string): void => {
  if (settings.shift === 'at-once') return;
  alarmOf(scope, 'ReleaseServerErrors', settings, {
    name: serverErrorsName,
    meaning: `The API answers more than ${SERVER_ERRORS_A_MINUTE} requests a minute with 5xx.`,
    metric: new cloudwatch.Metric({
      namespace: 'AWS/ApiGateway',
      metricName: '5xx',
      dimensionsMap: { ApiId: apiId },
      statistic: 'Sum',
      period: MINUTE,
    }),
    threshold: SERVER_ERRORS_A_MINUTE,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
  });
};

/**
 * Aliases for functions that take requests, by function. Where an environment shifts gradually, CodeDeploy moves requests from
 * the old version to the new one, and all functions of the stack go back together when one of the new versions fails.
 */
export const releasesOf = (
  scope: Stack,
  group: string,
  functions: readonly lambda.Function[],
  settings: Settings,
): ReadonlyMap<lambda.Function, lambda.Alias> => {
  const aliases = new Map(
    functions.map((fn) => [
      fn,
      new lambda.Alias(scope, `${fn.node.id}-Live`, { aliasName: LIVE, version: fn.currentVersion }),
    ]),
  );
  if (settings.shift !== 'at-once') shiftGradually(scope, group, aliases, settings, settings.shift);
  return aliases;
};

const shiftGradually = (
  scope: Stack,
  group: string,
  aliases: ReadonlyMap<lambda.Function, lambda.Alias>,
  settings: Settings,
  shift: keyof typeof PACE,
): void => {
  const functions = [...aliases.keys()];
  const parts = Math.ceil(functions.length / METRICS_OF_ALARM);
  const alarms: cloudwatch.IAlarmRef[] = Array.from({ length: parts }, (_, index) => {
    const some = functions.slice(index * METRICS_OF_ALARM, (index + 1) * METRICS_OF_ALARM);
    return alarmOf(scope, `ReleaseErrors${index + 1}`, settings, {
      name: `release-${group}-${index + 1}`,
      meaning: `The newest version of a function of ${group} broke off: ${some.map(({ node }) => node.id).join(', ')}.`,
      metric: errorsOfNewest(some),
      threshold: 0,
      evaluationPeriods: 1,
      datapointsToAlarm: 1,
    });
  });
  alarms.push(cloudwatch.Alarm.fromAlarmName(scope, 'ReleaseServerErrors', `${settings.prefix}-${serverErrorsName}`));
  const application = new codedeploy.LambdaApplication(scope, 'Releases');
  const role = new iam.Role(scope, 'ReleaseRole', { assumedBy: new iam.ServicePrincipal('codedeploy.amazonaws.com') });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason:
      'What CodeDeploy calls while it moves an alias is its own affair; Amazon keeps this policy as narrow as that.',
  });
  for (const [fn, alias] of aliases) {
    new codedeploy.LambdaDeploymentGroup(scope, `${fn.node.id}-Release`, {
      application,
      role,
      alias,
      alarms,
      deploymentConfig: PACE[shift],
      // Some 190 groups ask for their alarms side by side, and CloudWatch refuses some: a release must not stop by that.
      ignorePollAlarmsFailure: true,
    });
  }
};

/** Invocations of the versions being released that threw, ran out of time or never started; what they answer is not among them. */
const errorsOfNewest = (functions: readonly lambda.Function[]): cloudwatch.IMetric => {
  const usingMetrics = Object.fromEntries(
    functions.map((fn, index) => [
      `e${index}`,
      new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: {
          FunctionName: fn.functionName,
          Resource: `${fn.functionName}:${LIVE}`,
          ExecutedVersion: fn.currentVersion.version,
        },
        statistic: 'Sum',
        period: MINUTE,
      }),
    ]),
  );
  const expression = Object.keys(usingMetrics)
    .map((id) => `FILL(${id},0)`)
    .join('+');
  return new cloudwatch.MathExpression({ expression, usingMetrics, label: 'Errors', period: MINUTE });
};
