import { spawnSync } from 'node:child_process';
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { TABLE_INDEXES } from '../../functions/platform/resource-names.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { settingsOf } from '../../lib/stacks/settings.ts';
import {
  at,
  Deployment,
  deploymentOf,
  list,
  type Context,
  type Json,
  type Properties,
  type Resource,
} from './templates.ts';

/** Every possible setting by itself. */
const SETTINGS: Record<string, Context> = {
  domain: {
    domainName: 'gifts.example.com',
    certificateArn: 'arn:aws:acm:eu-north-1:111111111111:certificate/one',
  },
  alarms: { alarmEmail: 'ops@example.com' },
  budget: { monthlyBudget: 200 },
  gateway: { paymentGateway: 'stripe' },
  courier: { courierBaseUrl: 'https://courier.example.com' },
  wallets: { wallets: ['apple', 'google'] },
  proxies: { trustedProxies: 1 },
  throughput: { warmThroughput: { reads: 24_000, writes: 8000 } },
  reserved: { reservedConcurrency: 50 },
  insights: { contributorInsights: true },
  backups: { backupVault: 'arn:aws:backup:eu-west-1:222222222222:backup-vault:copies' },
  shift: { shift: 'at-once' },
};

/** Deploys the routes of only one folder, because all others are created in the same way. */
const deployed = (context: Context): Deployment => new Deployment({ env: 'production', ...context }, ['account']);

const states = new Map([
  ['nothing', deployed({})],
  ...Object.entries(SETTINGS).map(([name, context]) => [name, deployed(context)] as const),
  ['everything', deployed(Object.assign({}, ...Object.values(SETTINGS)) as Context)],
]);

/** Types of resources with state or a known URL, and the properties whose change makes CloudFormation replace them. */
const KEPT: Record<string, readonly string[]> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  // A change to how the value is generated replaces the value.
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::CloudFront::Distribution': [],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::SES::EmailIdentity': ['EmailIdentity'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::Lambda::Function': ['FunctionName'],
  // The API invokes the alias by its ARN.
  'AWS::Lambda::Alias': ['FunctionName', 'Name'],
};

const nameOf = ({ stack, id, type }: Resource): string => `${type} ${stack}/${id}`;
const identityOf = ({ type, properties }: Resource): string =>
  JSON.stringify(KEPT[type]?.map((name) => properties[name] ?? null));

/** Stateful resources that a change would remove or replace. */
const lostBetween = (before: Deployment, after: Deployment): string[] => {
  const then = new Map(after.resources.map((resource) => [nameOf(resource), identityOf(resource)]));
  return before.resources
    .filter(({ type }) => KEPT[type])
    .filter((resource) => then.get(nameOf(resource)) !== identityOf(resource))
    .map(nameOf);
};

/** Names of the exports that a value imports, once per use. */
const importsIn = (value: Json | Properties): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(importsIn);
  const imported = at(value, 'Fn::ImportValue');
  return imported === undefined ? Object.values(value).flatMap(importsIn) : [String(imported)];
};

const pairs = [...states.keys()].flatMap((from) => [...states.keys()].map((to) => [from, to] as const));

describe('settings of a running environment', () => {
  it('no stack reads an output of another stack, because CloudFormation allows one such call a second', () => {
    for (const [name, deployment] of states) {
      const all = JSON.stringify(deployment.resources.map(({ whole }) => whole));
      expect(all, name).not.toContain('Fn::GetStackOutput');
    }
  });

  it('exports are the same in all settings, because an export in use cannot be removed', () => {
    const names = (deployment: Deployment): string[] => [...deployment.exports.keys()].toSorted();
    const exported = names(states.get('nothing')!);
    expect(exported.length).toBeGreaterThan(10);
    for (const [name, deployment] of states) expect(names(deployment), name).toEqual(exported);
  });

  it('every import is exported by a stack that is deployed before', () => {
    for (const [name, deployment] of states) {
      for (const { stack, properties } of deployment.resources) {
        for (const imported of importsIn(properties)) {
          const from = deployment.exports.get(imported)?.stack;
          expect(deployment.before.get(stack), `${name}: ${stack} imports ${imported}`).toContain(from);
        }
      }
    }
  });

  it.each(['demo', 'production'])(
    'only resources without a fixed name are imported in %s, and each resource has few imports',
    (env) => {
      const deployment = deploymentOf({ env });
      const places = deployment.resources.map(({ properties }) => importsIn(properties));
      // The dashboard has the most imports: three graphs with every API.
      expect(Math.max(...places.map((imported) => imported.length))).toBeLessThan(25);
      const read = [...new Set(places.flat())].map((name) => {
        const { value, stack } = deployment.exports.get(name)!;
        return deployment.text(value, stack);
      });
      const buckets = ['documents', 'pictures', 'stream-reports-dlq', 'stream-table-dlq'];
      const surfaces = new Set(deployedTo(env).areas.map(({ surface }) => surface));
      const via = read.filter((value) => value.includes('AWS::StackId'));
      expect(via).toHaveLength(1);
      expect(read.filter((value) => !via.includes(value)).toSorted()).toEqual(
        [
          '<Api>',
          ...[...surfaces].map((surface) => `<Api-${surface}>`),
          '<Front>.DomainName',
          `<gift-commerce-${env}>.StreamArn`,
          ...buckets.map((name) => `<Bucket-${name}>.Arn`),
          ...['documents', 'pictures'].map((name) => `<Bucket-${name}>`),
          ...['App', 'Courier', 'Payment', 'Wallet'].map((name) => `<${name}Secret>`),
        ].toSorted(),
      );
    },
  );

  it('every stack is deployed after the stacks whose resources it refers to', () => {
    const { before } = states.get('everything')!;
    const named = (...parts: string[]): string[] => parts.map((part) => `gift-commerce-production-${part}`).toSorted();
    const of = (part: string): string[] => before.get(`gift-commerce-production-${part}`)!.toSorted();
    expect(of('data')).toEqual([]);
    expect(of('api')).toEqual([]);
    expect(of('routes-account')).toEqual(named('api', 'data'));
    expect(of('workers')).toEqual(named('api', 'data'));
    expect(of('stage')).toEqual(named('api', 'routes-account'));
    expect(of('observability')).toEqual(expect.arrayContaining(named('stage', 'workers')));
  });

  it('any setting can be added, removed or replaced without losing or replacing resources with state', () => {
    const lost = pairs.flatMap(([from, to]) =>
      lostBetween(states.get(from)!, states.get(to)!).map((resource) => `${from} -> ${to}: ${resource}`),
    );
    expect(lost).toEqual([]);
  });

  it('a change that replaces a resource is detected', () => {
    const [before, after] = [states.get('nothing')!, deployed({ mailDomain: 'post.example.com' })];
    expect(lostBetween(before, after)).toEqual([expect.stringContaining('AWS::SES::EmailIdentity')]);
    expect(lostBetween(states.get('domain')!, new Deployment({ env: 'demo' }, ['account'])).length).toBeGreaterThan(50);
  });

  it('stacks with state, and the stack with the public URL, are protected from deletion', () => {
    expect(states.get('nothing')!.protectedStacks).toEqual([
      'gift-commerce-production-data',
      'gift-commerce-production-api',
    ]);
    expect(new Deployment({ env: 'development' }, ['account']).protectedStacks).toEqual([]);
  });

  it('only an environment that keeps no state is deleted with the content of its buckets', () => {
    const emptied = (env: string): number =>
      new Deployment({ env }, ['account']).all('Custom::S3AutoDeleteObjects').length;
    const development = new Deployment({ env: 'development' }, ['account']);
    expect(emptied('development')).toBe(development.all('AWS::S3::Bucket').length);
    expect([emptied('demo'), emptied('production')]).toEqual([0, 0]);
    const policies = development.all('AWS::DynamoDB::GlobalTable').map(({ whole }) => whole['DeletionPolicy']);
    expect(policies).toEqual(['Delete']);
  });

  it('the table and each index have the warm throughput, and the table has contributor insights', () => {
    const [table] = states.get('everything')!.all('AWS::DynamoDB::GlobalTable');
    const warm = { ReadUnitsPerSecond: 24_000, WriteUnitsPerSecond: 8000 };
    expect(table!.properties['WarmThroughput']).toEqual(warm);
    const ofIndexes = list(table!.properties['GlobalSecondaryIndexes']).map((index) => at(index, 'WarmThroughput'));
    expect(ofIndexes).toEqual(TABLE_INDEXES.map(() => warm));
    expect(at(table!.properties, 'Replicas.0.ContributorInsightsSpecification.Enabled')).toBe(true);
    expect(() => deployed({ warmThroughput: { reads: 100, writes: 100 } })).toThrow('12000 and 4000');
  });

  it.each([
    [{ env: 'prod' }, 'There is no environment "prod"'],
    [{ mailDomain: 'https://mail.example.com' }, 'mailDomain must be a domain'],
    [{ mailDomain: 'Mail.Example.Com' }, 'mailDomain must be a domain in lower case'],
    [{ domainName: 'gifts.example.com' }, 'belong together'],
    [{ ...SETTINGS['domain'], domainName: 'gifts' }, 'domainName must be a domain'],
    [{ ...SETTINGS['domain'], certificateArn: 'ARN' }, 'certificateArn must be the ARN'],
    [{ alarmEmail: 'ops' }, 'alarmEmail must be one email address'],
    [{ alarmEmail: 'a@example.com,b@example.com' }, 'alarmEmail must be one email address'],
    [{ courierBaseUrl: 'http://courier.example.com' }, 'courierBaseUrl must be an https URL'],
    [{ courierBaseUrl: 'https://courier.example.com/' }, 'without a trailing slash'],
    [{ contributorInsights: 'on' }, 'contributorInsights must be true or false'],
    [{ wallets: ['apple', 'samsung'] }, 'wallets must be one of apple, google'],
    [{ paymentGateway: 'test' }, 'production has no test gateway'],
    [{ trustedProxies: -1 }, 'trustedProxies'],
    [{ monthlyBudget: 0 }, 'monthlyBudget must be whole US dollars, from 1 to 1000000'],
    [{ monthlyBudget: 99.5 }, 'monthlyBudget must be whole US dollars, from 1 to 1000000'],
    [{ trustedProxies: 1.5 }, 'trustedProxies'],
    [{ reservedConcurrency: 5 }, 'reservedConcurrency'],
    [{ warmThroughput: { reads: 24_000 } }, 'warmThroughput'],
    [{ backupVault: 'copies' }, 'backupVault must be the ARN of a vault'],
    [{ shift: 'slowly' }, 'shift must be one of canary, linear, at-once'],
  ])('%j stops the deployment before it begins, with a reason', (context, reason) => {
    const { node } = new App({ context: { env: 'production', mailDomain: 'mail.example.com', ...context } });
    expect(() => settingsOf(node)).toThrow(reason);
  });

  it('production has a domain for email, whose records are in the output', () => {
    expect(() => deployed({ mailDomain: undefined })).toThrow('mailDomain');
    const deployment = states.get('nothing')!;
    const [identity] = deployment.all('AWS::SES::EmailIdentity');
    expect(identity!.properties).toMatchObject({
      EmailIdentity: 'mail.example.com',
      MailFromAttributes: { MailFromDomain: 'bounces.mail.example.com', BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' },
    });
    const names = [...deployment.outputs.keys()].filter((name) => name.includes('-workers Mail'));
    expect(names.map((name) => name.split(' ')[1])).toEqual(
      'MailDkim1 MailDkim2 MailDkim3 MailReturnPath MailSpf MailDmarc'.split(' '),
    );
    const [set] = deployment.all('AWS::SES::ConfigurationSet');
    expect(list(at(set!.properties, 'SuppressionOptions.SuppressedReasons'))).toEqual(['BOUNCE', 'COMPLAINT']);
    expect(
      new Deployment({ env: 'development', mailDomain: undefined }, ['account']).all('AWS::SES::EmailIdentity'),
    ).toEqual([]);
  });
});

it('the CDK app reads settings only from the file of the environment', () => {
  const context = { env: 'production', mailDomain: 'post.example.com' };
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/app.ts'], { env, encoding: 'utf8' });
  const message = 'mailDomain is not read from -c or cdk.json: set it in lib/environments/production.json.\n';
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: message });
});
