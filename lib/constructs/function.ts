import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { queues, schedules, streams, type FunctionDefinition } from '../definition.ts';
import { isArea } from '../areas.ts';
import { RESERVED_FUNCTIONS } from '../reserved-functions.ts';
import { bind, type Resources } from './bindings.ts';
import { importNameOf } from './bucket.ts';
import type { DeployUnit } from './batches.ts';

/** Metric that counts log lines with an `alarm`, by the area of the alarm. */
export const INCIDENTS = 'Incidents';
export const INCIDENT_AREA = 'area';

/** Source of a function's code: the build in a deployment, a line of text in a test. */
export type CodeOf = (definition: FunctionDefinition) => lambda.Code;

interface ServiceFunctionProps extends Resources {
  definition: FunctionDefinition;
  codeOf: CodeOf;
}

/**
 * A function with the project's defaults: Node 24 on arm64, traced, with its own log group and role and the grants of
 * its bindings.
 */
export class ServiceFunction extends lambda.Function {
  /** The literal name of the function, not a reference. */
  readonly deployedName: string;
  /** The resources of the function, from its log group to its metric filter. */
  readonly deployUnit: DeployUnit;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { definition, settings } = props;
    const functionName = `${settings.prefix}-${definition.name}`;
    const logGroup = new logs.LogGroup(scope, `${id}-Log`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: settings.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new iam.Role(scope, `${id}-Role`, { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    super(scope, id, {
      functionName,
      description: definition.entry,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      handler: 'index.handler',
      code: props.codeOf(definition),
      memorySize: definition.memoryMb,
      timeout: Duration.seconds(definition.timeoutSeconds),
      tracing: startsTraces(definition) ? lambda.Tracing.ACTIVE : lambda.Tracing.PASS_THROUGH,
      ...(sendsToOwnQueue(definition) ? { recursiveLoop: lambda.RecursiveLoop.ALLOW } : {}),
      ...(hasReservedConcurrency(definition) ? { reservedConcurrentExecutions: settings.reservedConcurrency } : {}),
      loggingFormat: lambda.LoggingFormat.JSON,
      logGroup,
      role,
      environment: {
        FUNCTION_NAME: definition.name,
        ENVIRONMENT: settings.environment,
        ...(settings.trustedProxies > 0 ? { TRUSTED_PROXIES: String(settings.trustedProxies) } : {}),
        ...(definition.isolated ? {} : functionSettings(props)),
        POWERTOOLS_SERVICE_NAME: settings.prefix,
        POWERTOOLS_METRICS_NAMESPACE: settings.prefix,
        POWERTOOLS_LOG_LEVEL: 'INFO',
      },
    });
    this.deployedName = functionName;
    this.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    const incidents = new logs.MetricFilter(scope, `${id}-Incidents`, {
      logGroup,
      filterPattern: logs.FilterPattern.exists('$.alarm'),
      metricNamespace: settings.prefix,
      metricName: INCIDENTS,
      metricValue: '1',
      // One metric per area means one alarm per area.
      ...(settings.warnsEarly ? { dimensions: { [INCIDENT_AREA]: '$.alarm_area' } } : {}),
    });
    this.deployUnit = { begins: logGroup, ends: incidents };
    bind(this, definition, props);
    explainWildcards(role, props);
  }
}

/**
 * Whether a consumer sends to its own queue, which Lambda treats as an endless loop and by default stops after 16
 * calls.
 */
const sendsToOwnQueue = ({ entry, uses }: FunctionDefinition): boolean =>
  queues.some(({ name, consumer }) => consumer.entry === entry && uses.includes(`queue:${name}`));

/**
 * Whether the function starts traces. Schedules and streams do not: their runs would be most of the traces of an idle
 * environment.
 */
const startsTraces = ({ name }: FunctionDefinition): boolean =>
  !schedules.some(({ target }) => target.name === name) && !streams.some(({ consumer }) => consumer.name === name);

const hasReservedConcurrency = ({ name }: FunctionDefinition): boolean => RESERVED_FUNCTIONS.includes(name);

const functionSettings = ({
  definition,
  baseUrl,
  viaDistribution,
  settings,
}: ServiceFunctionProps): Record<string, string> => ({
  BASE_URL: baseUrl,
  ...(definition.access === undefined ? {} : { VIA_DISTRIBUTION: viaDistribution }),
  ...(isArea(definition) && settings.domainName ? { MAPPED_DOMAIN: settings.domainName } : {}),
  ...(settings.wallets.length > 0 ? { WALLETS: settings.wallets.join(',') } : {}),
});

/** Allows the remaining wildcards one by one, so that any other wildcard still fails the check. */
const explainWildcards = (role: iam.Role, { definition, data }: ServiceFunctionProps): void => {
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray has no resources: PutTraceSegments and PutTelemetryRecords require a wildcard.',
  });
  const usesObjects = definition.uses.some((binding) => binding.startsWith('objects:'));
  const batches = streams.flatMap(({ name, consumer }) =>
    consumer.name === definition.name ? (data.streamBatches.get(name) ?? []) : [],
  );
  for (const bucket of [...(usesObjects ? data.buckets.values() : []), ...batches]) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${importNameOf(bucket)}/*]`,
      reason: 'Objects are created at run time, so their keys cannot be named; the bucket is.',
    });
  }
};
