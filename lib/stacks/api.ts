import { CfnOutput, Fn, Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { countRequests } from '../constructs/access-figures.ts';
import { Front } from '../constructs/front.ts';
import { crashesOfRelease, serverErrorsOfRelease } from '../constructs/release.ts';
import { deployedTo } from '../deployed.ts';
import type { Settings } from './settings.ts';

/**
 * The HTTP APIs, without routes or stages, and the distribution in front of them. This stack is deployed before the
 * functions, because they need the public URL.
 */
export class ApiStack extends Stack {
  /** The API of v2, v1, the docs and MCP, and of all other routes that belong to no surface. */
  readonly api: apigateway.HttpApi;
  /** The APIs of the pages and the desk, by surface (the first segment of their paths). */
  readonly surfaces: ReadonlyMap<string, apigateway.HttpApi>;
  /** Every API, by a readable name such as `api` or `desk`. */
  readonly all: ReadonlyMap<string, apigateway.HttpApi>;
  /** Header value by which functions recognize requests from the distribution. */
  readonly viaDistribution: string;
  /** Public URL without a trailing slash. */
  readonly baseUrl: string;
  readonly domain: apigateway.DomainName | undefined;
  readonly accessLogName: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: 'HTTP API of the gift commerce API',
      // Links that were sent contain the URL of the API.
      terminationProtection: settings.keepsState,
    });
    this.api = new apigateway.HttpApi(this, 'Api', { apiName: settings.prefix, createDefaultStage: false });
    const names = new Set(deployedTo(settings.environment).areas.map(({ surface }) => surface));
    this.surfaces = new Map([...names].map((surface) => [surface, this.#surface(surface, settings)]));
    this.all = new Map([['api', this.api], ...this.surfaces]);
    const domain = this.#domain(settings);
    this.domain = domain;
    // Log groups with this prefix need no entry in the account's resource policy, whose size is limited.
    this.accessLogName = `/aws/vendedlogs/${settings.prefix}-api`;
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      logGroupName: this.accessLogName,
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    });
    countRequests(this, settings, accessLog);
    serverErrorsOfRelease(this, settings);
    crashesOfRelease(this, settings, accessLog);
    // Part of the stack's own id: random, not known outside the account, and never changed.
    const viaDistribution = Fn.select(2, Fn.split('/', this.stackId));
    const front = new Front(this, 'Front', { api: this.api, surfaces: this.surfaces, viaDistribution });
    this.baseUrl = domain ? `https://${settings.domainName}` : `https://${front.domainName}`;
    // These values are exported even if unused. If a change to settings removed an export that another stack imports,
    // the deployment would fail.
    for (const value of [...[...this.all.values()].map(({ apiId }) => apiId), front.domainName]) {
      this.exportValue(value);
    }
    this.viaDistribution = this.exportValue(viaDistribution, { name: `${settings.prefix}-via-distribution` });
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl, description: 'Address of the API' });
    if (domain) {
      new CfnOutput(this, 'DomainTarget', {
        value: domain.regionalDomainName,
        // `domain.name` is a token, and CloudFormation requires literal descriptions.
        description: `Point ${settings.domainName} here, with a CNAME or an alias record`,
      });
    }
  }

  #surface(surface: string, { prefix }: Settings): apigateway.HttpApi {
    return new apigateway.HttpApi(this, `Api-${surface}`, {
      apiName: `${prefix}-${surface}`,
      createDefaultStage: false,
    });
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
