import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { brokenOffInRelease, serverErrorsOfRelease } from '../constructs/release.ts';
import type { Settings } from './settings.ts';

/** The HTTP API itself, without routes and stage: functions need its address, so it stands before them. */
export class ApiStack extends Stack {
  readonly api: apigateway.HttpApi;
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  readonly domain: apigateway.DomainName | undefined;
  readonly accessLogName: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: 'HTTP API of the gift commerce API',
      // Its address stands in links that were sent.
      terminationProtection: settings.keepsState,
    });
    this.api = new apigateway.HttpApi(this, 'Api', { apiName: settings.prefix, createDefaultStage: false });
    serverErrorsOfRelease(this, settings, this.api.apiId);
    const domain = this.#domain(settings);
    this.domain = domain;
    // Log groups of this name need no entry in the account's resource policy, whose size is limited.
    this.accessLogName = `/aws/vendedlogs/${settings.prefix}-api`;
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      logGroupName: this.accessLogName,
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    });
    brokenOffInRelease(this, settings, accessLog);
    this.baseUrl = domain ? `https://${settings.domainName}` : this.api.apiEndpoint;
    // Whether or not anybody imports them: an export that is in use could not be taken away.
    for (const value of [this.api.apiId, this.api.apiEndpoint]) this.exportValue(value);
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl, description: 'Address of the API' });
    if (domain) {
      new CfnOutput(this, 'DomainTarget', {
        value: domain.regionalDomainName,
        // `domain.name` is a token, and CloudFormation takes literal descriptions only.
        description: `Point ${settings.domainName} here, by a CNAME or an alias record`,
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
