import { describe, expect, it } from 'vitest';
import { buckets, TABLE_INDEXES } from '../../lib/definition.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { at, Deployment, deploymentOf, list, type Json } from './templates.ts';

const environments = ['development', 'demo', 'production'] as const;
const deployments = new Map(
  environments.map(
    (env) => [env, deploymentOf(env === 'production' ? { env, alarmEmail: 'ops@example.com' } : { env })] as const,
  ),
);
const of = (environment: (typeof environments)[number]): Deployment => deployments.get(environment)!;

const deniesPlainHttp = (statement: Json): boolean =>
  at(statement, 'Effect') === 'Deny' &&
  at(statement, 'Principal.AWS') === '*' &&
  at(statement, 'Condition.Bool.aws:SecureTransport') === 'false';

const ENCRYPTION = 'BucketEncryption.ServerSideEncryptionConfiguration.0.ServerSideEncryptionByDefault.SSEAlgorithm';

/** Function of the CDK that empties buckets in development. It supports neither tags nor a log group. */
const EMPTIES_BUCKETS = 'CustomS3AutoDeleteObjects';

describe.each(environments)('the state of %s', (environment) => {
  const deployment = of(environment);
  const keepsState = environment !== 'development';

  it('has one table with its keys, its sparse indexes, its stream and the expiry of rows', () => {
    expect(deployment.all('AWS::DynamoDB::GlobalTable')).toHaveLength(1);
    const { properties } = deployment.all('AWS::DynamoDB::GlobalTable')[0]!;
    expect(properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
    expect(properties['GlobalSecondaryIndexes']).toEqual(
      TABLE_INDEXES.map((index) => ({
        IndexName: index,
        KeySchema: [
          { AttributeName: `${index}pk`, KeyType: 'HASH' },
          { AttributeName: `${index}sk`, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    );
  });

  it('can be restored to any second, and is protected from deletion where required', () => {
    const { properties, whole } = deployment.all('AWS::DynamoDB::GlobalTable')[0]!;
    const replicas = list(properties['Replicas']);
    expect(replicas).toMatchObject([
      {
        DeletionProtectionEnabled: keepsState,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        ContributorInsightsSpecification: { Enabled: false },
      },
    ]);
    // A failed first deployment must not leave resources, because the next one would fail with "already exists".
    const policy = keepsState ? 'RetainExceptOnCreate' : 'Delete';
    expect(whole['DeletionPolicy']).toBe(policy);
    const accessLog = deployment
      .byName('AWS::Logs::LogGroup', 'LogGroupName')
      .get(`/aws/vendedlogs/gift-commerce-${environment}-api`)!;
    const kept = [...deployment.all('AWS::S3::Bucket'), ...deployment.all('AWS::SecretsManager::Secret'), accessLog];
    expect(kept.map((resource) => resource.whole['DeletionPolicy'])).toEqual(kept.map(() => policy));
    const replaced = keepsState ? 'Retain' : 'Delete';
    expect(kept.map((resource) => resource.whole['UpdateReplacePolicy'])).toEqual(kept.map(() => replaced));
    expect(deployment.resources.filter(({ whole: each }) => each['DeletionPolicy'] === 'Retain')).toEqual([]);
  });

  // A change to these properties makes CloudFormation generate a new value and overwrite the current one, so it must
  // not happen by accident.
  it('has secrets whose initial values are generated as in earlier releases', () => {
    const made = deployment
      .all('AWS::SecretsManager::Secret')
      .map(({ properties }) => properties['GenerateSecretString']);
    const byHand = (template: object) => ({
      SecretStringTemplate: JSON.stringify(template),
      GenerateStringKey: 'unused',
    });
    expect(made).toEqual([
      { ExcludePunctuation: true, PasswordLength: 64 },
      byHand({ secret_key: '', webhook_secret: '' }),
      byHand({ api_key: '' }),
      byHand({ apple: '', google: '' }),
    ]);
  });

  it('is encrypted at rest', () => {
    expect(deployment.all('AWS::DynamoDB::GlobalTable')[0]!.properties['SSESpecification']).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
    });
    for (const { properties, id } of deployment.all('AWS::SQS::Queue'))
      expect(properties['SqsManagedSseEnabled'], id).toBe(true);
    for (const { properties, id } of deployment.all('AWS::S3::Bucket')) {
      expect(at(properties, ENCRYPTION), id).toBe('AES256');
    }
  });

  it('can only be accessed over TLS: every queue and bucket rejects plain HTTP', () => {
    for (const [type, policyType, member] of [
      ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', 'Queues'],
      ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'Bucket'],
    ] as const) {
      for (const { id, stack } of deployment.all(type)) {
        const statements = deployment
          .all(policyType)
          .filter(({ properties }) => list(properties[member]).some((each) => at(each, 'Ref') === id))
          .flatMap(({ properties }) => list(at(properties, 'PolicyDocument.Statement')));
        expect(statements.some(deniesPlainHttp), `${stack}/${id}`).toBe(true);
      }
    }
  });

  it('is not public: every bucket blocks public access in all four ways', () => {
    const all = deployment.all('AWS::S3::Bucket');
    expect(all).not.toEqual([]);
    for (const { properties, id } of all) {
      expect(properties['PublicAccessBlockConfiguration'], id).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
  });

  it.each(buckets.map((bucket) => [bucket.name, bucket] as const))(
    'lets objects of %s expire as defined, and logs access',
    (name, bucket) => {
      const found = deployment
        .all('AWS::S3::Bucket')
        .filter(({ stack, id }) => deployment.text({ Ref: id }, stack) === `<Bucket-${name}>`);
      expect(found).toHaveLength(1);
      const { properties, stack } = found[0]!;
      const rules = list(at(properties, 'LifecycleConfiguration.Rules'));
      const expiring = rules.filter((rule) => at(rule, 'ExpirationInDays') !== undefined);
      expect(expiring.map((rule) => ({ prefix: at(rule, 'Prefix'), days: at(rule, 'ExpirationInDays') }))).toEqual(
        bucket.expiry ?? [],
      );
      expect(expiring.every((rule) => at(rule, 'Status') === 'Enabled')).toBe(true);
      expect(deployment.text(at(properties, 'LoggingConfiguration.DestinationBucketName'), stack)).toBe('<AccessLogs>');
      expect(at(properties, 'VersioningConfiguration.Status')).toBe(keepsState ? 'Enabled' : undefined);
    },
  );

  it('is in a stack without dependencies on others', () => {
    const stateful = new Set([
      'AWS::DynamoDB::GlobalTable',
      'AWS::S3::Bucket',
      'AWS::SQS::Queue',
      'AWS::SecretsManager::Secret',
    ]);
    const stacks = new Set(deployment.resources.filter(({ type }) => stateful.has(type)).map(({ stack }) => stack));
    expect([...stacks]).toEqual([`gift-commerce-${environment}-data`]);
    const template = deployment.resources.filter(({ stack }) => stack.endsWith('-data'));
    expect(JSON.stringify(template.map(({ properties }) => properties))).not.toMatch(/ImportValue|GetStackOutput/);
  });

  it('keeps secrets out of templates and function environments, which contain only names', () => {
    expect(JSON.stringify(deployment.resources.map(({ properties }) => properties))).not.toContain('resolve:');
    const named = { keys: ['KEYS_SECRET', '<AppSecret>'], courier: ['COURIER_SECRET_ARN', '<CourierSecret>'] } as const;
    const functions = deployment.byName('AWS::Lambda::Function', 'FunctionName');
    for (const { name, uses } of deployedTo(environment).functions) {
      const { properties, stack } = functions.get(`gift-commerce-${environment}-${name}`)!;
      for (const [binding, [variable, secret]] of Object.entries(named)) {
        const value = at(properties, `Environment.Variables.${variable}`);
        expect(value === undefined ? undefined : deployment.text(value, stack), name).toBe(
          uses.includes(binding as 'keys') ? secret : undefined,
        );
      }
    }
    for (const { properties } of deployment.all('AWS::SecretsManager::Secret')) {
      expect(properties['SecretString']).toBeUndefined();
    }
  });

  it('has tags for service and environment on every taggable resource', () => {
    for (const type of [
      'AWS::DynamoDB::GlobalTable',
      'AWS::S3::Bucket',
      'AWS::SQS::Queue',
      'AWS::Lambda::Function',
      'AWS::SNS::Topic',
    ]) {
      for (const { properties, id } of deployment.all(type)) {
        if (id.startsWith(EMPTIES_BUCKETS)) continue;
        expect(properties['Tags'] ?? at(properties, 'Replicas.0.Tags'), id).toEqual(
          expect.arrayContaining([
            { Key: 'service', Value: 'gift-commerce' },
            { Key: 'environment', Value: environment },
          ]),
        );
      }
    }
  });

  it('keeps logs for the configured time, with one group for each function', () => {
    const days = { development: 7, demo: 30, production: 365 }[environment];
    for (const { properties } of deployment.all('AWS::Logs::LogGroup'))
      expect(properties['RetentionInDays']).toBe(days);
    for (const { properties, stack, id } of deployment.all('AWS::Lambda::Function')) {
      if (id.startsWith(EMPTIES_BUCKETS)) continue;
      const group = deployment.text(at(properties, 'LoggingConfig.LogGroup'), stack);
      expect(group).toBe(`</aws/lambda/${properties['FunctionName']}>`);
    }
  });
});

describe('environments', () => {
  it('reject an unknown name with a list of the known names', () => {
    expect(() => new Deployment({ env: 'staging' })).toThrow('development, demo, production');
  });

  it('share no physical name, so that they can exist in one account', () => {
    const names = environments.flatMap((environment) =>
      of(environment).resources.flatMap(({ properties }) =>
        ['TableName', 'QueueName', 'FunctionName', 'LogGroupName', 'TopicName', 'AlarmName', 'DashboardName']
          .filter((property) => typeof properties[property] === 'string')
          .map((property) => `${property} ${properties[property]}`),
      ),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  });
});
