import { Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { STAGE_THROTTLE } from '../throttles.ts';
import type { ApiStack } from './api.ts';
import type { RoutesStack } from './routes.ts';
import type { Settings } from './settings.ts';

const LATENCY = '$context.responseLatency';

/** Paths and queries may contain session links and item codes, so the log has the route and never the path. */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  apiId: '$context.apiId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: LATENCY,
  responseBytes: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
  ip: '$context.identity.sourceIp',
};

/**
 * The log format as JSON, with the latency as a number for metric filters. Only the API for servers logs the user
 * agent, so that filters recognize synthetic sales; people's browsers are not logged.
 */
const accessLogFormat = (isForServers: boolean): string =>
  JSON.stringify({ ...ACCESS_LOG_FORMAT, userAgent: isForServers ? '$context.identity.userAgent' : '-' }).replace(
    JSON.stringify(LATENCY),
    LATENCY,
  );

interface StageStackProps {
  settings: Settings;
  api: ApiStack;
  routes: readonly RoutesStack[];
}

/**
 * The stages of the APIs. They come after the routes, so that a first deployment serves nothing before it is complete.
 */
export class StageStack extends Stack {
  constructor(scope: Construct, id: string, { settings: { domainName }, api: apiStack, routes }: StageStackProps) {
    super(scope, id, { description: 'Stages of the gift commerce API: their limits, their log, their domain' });
    const { api, surfaces, domain, accessLogName } = apiStack;
    for (const stack of [apiStack, ...routes]) this.addStackDependency(stack);
    const destination = new apigateway.LogGroupLogDestination(
      logs.LogGroup.fromLogGroupName(this, 'AccessLog', accessLogName),
    );
    const domainReference = domain && domainName ? this.#domainReference(domainName, domain) : undefined;
    const mapped = [
      ['Stage', api, undefined] as const,
      ...[...surfaces].map(([key, each]) => [`Stage-${key}`, each, key] as const),
    ];
    for (const [name, httpApi, mappingKey] of mapped) {
      new apigateway.HttpStage(this, name, {
        httpApi,
        stageName: '$default',
        autoDeploy: true,
        throttle: { rateLimit: STAGE_THROTTLE.perSecond, burstLimit: STAGE_THROTTLE.burst },
        accessLogSettings: { destination, format: AccessLogFormat.custom(accessLogFormat(httpApi === api)) },
        // Mapping keys have one segment: with several, API Gateway selects by prefix, and `/payments` would match
        // `pay`.
        ...(domainReference
          ? { domainMapping: { domainName: domainReference, ...(mappingKey ? { mappingKey } : {}) } }
          : {}),
      });
    }
  }

  /** Refers to the domain by name, because an export of it would block the removal of the domain. */
  #domainReference(
    name: string,
    { regionalDomainName, regionalHostedZoneId }: apigateway.DomainName,
  ): apigateway.IDomainName {
    const attributes = { name, regionalDomainName, regionalHostedZoneId };
    return apigateway.DomainName.fromDomainNameAttributes(this, 'Domain', attributes);
  }
}
