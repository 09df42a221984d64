import { rmSync } from 'node:fs';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '../../lib/stacks/setting-values.ts';
import { ENVIRONMENTS } from '../../lib/stacks/settings.ts';
import { exportFaults } from '../support/cloudformation/exports.ts';
import { limitFaults, nameFaults } from '../support/cloudformation/limits.ts';
import { referenceFaults } from '../support/cloudformation/references.ts';
import { routeKeyFaults } from '../support/cloudformation/route-keys.ts';
import { schemaFaults } from '../support/cloudformation/schemas.ts';
import { coveringArray, type Factor } from '../support/covering-array.ts';
import { Deployment, projectContext, type Context } from './templates.ts';

const OFF: Context = {};
const BACKUPS: Context = { backupVault: 'arn:aws:backup:eu-west-1:222222222222:backup-vault:copies' };
const NO_MAIL: Context = { mailDomain: undefined };

/** Values of each setting; the settings of a domain are valid only together. */
const FACTORS: readonly Factor<Context>[] = [
  { name: 'env', values: ENVIRONMENTS.map((env) => ({ env })) },
  {
    name: 'domain',
    values: [
      OFF,
      {
        domainName: 'gifts.example.com',
        certificateArn: 'arn:aws:acm:eu-north-1:111111111111:certificate/one',
      },
    ],
  },
  { name: 'mailDomain', values: [NO_MAIL, { mailDomain: 'mail.example.com' }] },
  { name: 'shift', values: [OFF, { shift: 'linear' }, { shift: 'at-once' }] },
  { name: 'paymentGateway', values: [OFF, { paymentGateway: 'stripe' }, { paymentGateway: 'test' }] },
  { name: 'alarmEmail', values: [OFF, { alarmEmail: 'ops@example.com' }] },
  { name: 'monthlyBudget', values: [OFF, { monthlyBudget: 200 }] },
  { name: 'backupVault', values: [OFF, BACKUPS] },
  { name: 'courierBaseUrl', values: [OFF, { courierBaseUrl: 'https://courier.example.com' }] },
  { name: 'wallets', values: [OFF, { wallets: ['apple', 'google'] }] },
  { name: 'trustedProxies', values: [OFF, { trustedProxies: 1 }] },
  { name: 'warmThroughput', values: [OFF, { warmThroughput: { reads: 24_000, writes: 8000 } }] },
  { name: 'reservedConcurrency', values: [OFF, { reservedConcurrency: 50 }] },
  { name: 'contributorInsights', values: [OFF, { contributorInsights: true }] },
  {
    name: 'tableStream',
    values: [
      OFF,
      { tableStream: 'arn:aws:dynamodb:eu-north-1:111111111111:table/restored/stream/2026-11-01T00:00:00.000' },
    ],
  },
];

const allowed = ({
  env,
  mailDomain,
  paymentGateway,
  backupVault,
}: Readonly<Record<string, Context | undefined>>): boolean =>
  (env?.['env'] !== 'development' || backupVault !== BACKUPS) &&
  (env?.['env'] !== 'production' || (mailDomain !== NO_MAIL && paymentGateway?.['paymentGateway'] !== 'test'));

const contexts = coveringArray(FACTORS, allowed).map((row): Context => Object.assign({}, ...Object.values(row)));

/** Every setting at its last value, except for the test gateway, which production rejects. */
const EVERYTHING: Context = {
  ...(Object.assign({}, ...FACTORS.map(({ values }) => values.at(-1))) as Context),
  paymentGateway: 'stripe',
};

const validated = (context: Context, groups?: readonly string[]): Deployment =>
  new Deployment(context, groups, { cdkRules: true });

/** Route keys, by the API that has them. */
const routesByApi = (deployment: Deployment): string[][] => {
  const byApi = Map.groupBy(deployment.all('AWS::ApiGatewayV2::Route'), ({ properties, stack }) =>
    deployment.text(properties['ApiId'], stack),
  );
  return [...byApi.values()].map((routes) => routes.map(({ properties }) => String(properties['RouteKey'])));
};

/** Faults that would make AWS reject a deployment. */
const deploymentFaults = (deployment: Deployment): string[] => [
  ...deployment.templates.flatMap(({ stack, template }) =>
    [...schemaFaults(template), ...referenceFaults(template), ...limitFaults(template)].map(
      (fault) => `${stack}: ${fault}`,
    ),
  ),
  ...nameFaults(deployment.templates),
  ...exportFaults(deployment.templates),
  ...routesByApi(deployment).flatMap(routeKeyFaults),
];

describe('templates', () => {
  it('are tested with every setting', () => {
    const given = new Set(contexts.flatMap((context) => Object.keys(context)));
    expect([...given].toSorted()).toEqual([...SETTING_NAMES, 'env', 'tableStream'].toSorted());
  });

  // Runs first, because the CDK loads its rules for each resource type at its first occurrence.
  it('of all settings at once are accepted by CloudFormation', () => {
    expect(deploymentFaults(validated(EVERYTHING, ['account']))).toEqual([]);
  });

  it.each<Context>([{ env: 'production', alarmEmail: 'ops@example.com' }, { env: 'demo' }, { env: 'development' }])(
    'of all routes of $env are accepted by CloudFormation',
    (context) => {
      expect(deploymentFaults(validated(context))).toEqual([]);
    },
  );

  // Covers only the routes of one folder, because the others are created in the same way and the test above covers all
  // of them.
  it.each(contexts.map((context) => [context]))('of %j are accepted by CloudFormation', (context) => {
    expect(deploymentFaults(validated(context, ['account']))).toEqual([]);
  });

  it('that break a rule of the CDK are rejected', () => {
    const broken = new App({ context: projectContext });
    const queue = new CfnResource(new Stack(broken, 'broken'), 'Queue', { type: 'AWS::SQS::Queue' });
    queue.addPropertyOverride('VisibilityTimeout', 'soon');
    expect(() => broken.synth()).toThrow('VisibilityTimeout');
    rmSync(broken.outdir, { recursive: true, force: true });
  });
});
