import { CfnOutput, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
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

/** The HTTP API itself, without routes: functions need its address, so it stands before them. */
export class ApiStack extends Stack {
  readonly api: apigateway.HttpApi;
  /** Public address without a trailing slash. */
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: 'HTTP API of the gift commerce API',
      // Its address stands in links that were sent.
      terminationProtection: settings.keepsState,
    });
    this.api = new apigateway.HttpApi(this, 'Api', { apiName: settings.prefix, createDefaultStage: false });
    const domain = this.#domain(settings);
    // Log groups of this name need no entry in the account's resource policy, whose size is limited.
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      logGroupName: `/aws/vendedlogs/${settings.prefix}-api`,
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    });
    new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
      throttle: { rateLimit: 5000, burstLimit: 5000 },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      },
      ...(domain ? { domainMapping: { domainName: domain } } : {}),
    });
    this.baseUrl = domain ? `https://${domain.name}` : this.api.apiEndpoint;
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl, description: 'Address of the API' });
    if (domain) {
      new CfnOutput(this, 'DomainTarget', {
        value: domain.regionalDomainName,
        description: `Point ${domain.name} here, by a CNAME or an alias record`,
      });
    }
  }

  #domain({ domainName, certificateArn }: Settings): apigateway.DomainName | undefined {
    if (!domainName || !certificateArn) return undefined;
    return new apigateway.DomainName(this, 'Domain', {
      domainName,
      certificate: acm.Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      securityPolicy: apigateway.SecurityPolicy.TLS_1_2,
    });
  }
}
