import { Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { STAGE_THROTTLE } from '../throttles.ts';
import type { ApiStack } from './api.ts';
import type { RoutesStack } from './routes.ts';
import type { Settings } from './settings.ts';

/** Paths and queries can hold session links and item codes, so the log names the route and never the path. */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
  ip: '$context.identity.sourceIp',
};

export interface StageStackProps {
  settings: Settings;
  api: ApiStack;
  routes: readonly RoutesStack[];
}

/**
 * The stage that serves the API. It comes after the routes, so that a first deployment serves nothing before everything is there.
 */
export class StageStack extends Stack {
  constructor(scope: Construct, id: string, { settings: { domainName }, api: apiStack, routes }: StageStackProps) {
    super(scope, id, { description: 'Stage of the gift commerce API: its limits, its log, its domain' });
    const { api, domain, accessLogName } = apiStack;
    for (const stack of [apiStack, ...routes]) this.addStackDependency(stack);
    new apigateway.HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: STAGE_THROTTLE.perSecond, burstLimit: STAGE_THROTTLE.burst },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(
          logs.LogGroup.fromLogGroupName(this, 'AccessLog', accessLogName),
        ),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      },
      ...(domain && domainName ? { domainMapping: { domainName: this.#named(domainName, domain) } } : {}),
    });
  }

  /** The domain by its name: one that is taken away again could not leave an export that is in use. */
  #named(name: string, { regionalDomainName, regionalHostedZoneId }: apigateway.DomainName): apigateway.IDomainName {
    const attributes = { name, regionalDomainName, regionalHostedZoneId };
    return apigateway.DomainName.fromDomainNameAttributes(this, 'Domain', attributes);
  }
}
