import { describe, expect, it } from 'vitest';
import {
  allFunctions,
  isolatedFunctions,
  queues,
  schedules,
  streams,
  type FunctionDefinition,
} from '../../lib/definition.ts';
import { grantsOf as declaredGrants } from '../../lib/grants.ts';
import { grantText, isAllowedByAny, singleGrants, type AwsCall, type GrantStatement } from '../../lib/policies.ts';
import { isOfLambda, roleStatements } from '../grants/roles.ts';
import { deploymentOf, grantsOf, roleOf } from './templates.ts';

const deployment = deploymentOf({ env: 'demo' });
const functions = deployment.byName('AWS::Lambda::Function', 'FunctionName');
const prefix = 'gift-commerce-demo';

const on = (resource: string, ...actions: string[]): string[] => actions.map((action) => `${action} ${resource}`);
const deployed = (name: string) => functions.get(`${prefix}-${name}`)!;
const textsOf = (statements: readonly GrantStatement[]): Set<string> =>
  new Set(singleGrants(statements).map(grantText));
const roleOfFunction = (name: string): GrantStatement[] => roleStatements(deployment, deployed(name), prefix);

const consumerGrants = ({ name }: FunctionDefinition): string[] => [
  ...schedules
    .filter(({ target }) => target.name === name)
    .flatMap(() =>
      on(
        `<${prefix}-schedules-dlq>.Arn`,
        ...['SendMessage', 'GetQueueAttributes', 'GetQueueUrl'].map((action) => `sqs:${action}`),
      ),
    ),
  ...queues
    .filter(({ consumer }) => consumer.name === name)
    .flatMap((queue) =>
      on(
        `<${prefix}-${queue.name}>.Arn`,
        ...['ReceiveMessage', 'ChangeMessageVisibility', 'GetQueueUrl', 'DeleteMessage', 'GetQueueAttributes'].map(
          (action) => `sqs:${action}`,
        ),
      ),
    ),
  ...streams
    .filter(({ consumer }) => consumer.name === name)
    .flatMap((stream) => [
      ...on(
        `<${prefix}>.StreamArn`,
        ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => `dynamodb:${action}`),
      ),
      ...on(`<Bucket-stream-${stream.name}-dlq>.Arn`, 's3:ListBucket'),
      ...on(`<Bucket-stream-${stream.name}-dlq>.Arn/*`, 's3:PutObject'),
    ]),
];

/** Permissions that Lambda itself uses with every role, and with the roles of consumers. */
const lambdaGrants = (definition: FunctionDefinition): string[] =>
  [
    // X-Ray has no resources, so this is the only wildcard.
    ...on('*', 'xray:PutTraceSegments', 'xray:PutTelemetryRecords'),
    ...on(`</aws/lambda/${prefix}-${definition.name}>.Arn`, 'logs:CreateLogStream', 'logs:PutLogEvents'),
    ...consumerGrants(definition),
  ].sort();

const isLambdas = (grant: GrantStatement): boolean =>
  isOfLambda({ action: grant.actions[0] ?? '', resource: grant.resources[0] ?? '' });

describe('a function has the permissions of its bindings, and no others', () => {
  const all = allFunctions().map((definition) => [definition.name, definition] as const);

  it.each(all)('%s', (name, definition) => {
    const role = singleGrants(roleOfFunction(name));
    expect(textsOf(role.filter((grant) => !isLambdas(grant)))).toEqual(
      textsOf(singleGrants(declaredGrants(definition)).filter((grant) => !isLambdas(grant))),
    );
    const ofLambda = grantsOf(deployment, deployed(name)).filter((grant) => lambdaGrants(definition).includes(grant));
    expect(ofLambda).toEqual(lambdaGrants(definition));
    expect(new Set(role.filter(isLambdas).map(grantText)).size).toBe(ofLambda.length);
  });

  const update = (key: string): AwsCall => ({ action: 'dynamodb:UpdateItem', resource: 'table', leadingKeys: [key] });
  const query = (index: string): AwsCall => ({ action: 'dynamodb:Query', resource: `table/index/${index}` });

  it.each([
    ['area-holder', update('VISITS#nordlys#a'), update('ITEM#nordlys#a')],
    ['area-documents', update('VISITS#nordlys#a'), update('ORDER#nordlys#a')],
    ['read-item', update('GUESSES#nordlys'), update('ITEM#nordlys#a')],
    ['list-orders', update('APIKEY#a'), update('APIKEYS#a')],
    ['list-orders', update('WRONGKEYS#192.0.2.1'), update('VISITS#nordlys#a')],
    ['list-orders', query('ix4'), query('due')],
    ['read-brand', update('APIKEY#a'), query('ix1')],
    ['due-sweep', query('due'), { action: 'dynamodb:BatchWriteItem', resource: 'table' }],
    ['stream-relay', { action: 'sqs:SendMessage', resource: 'queue/mail' }, query('due')],
    [
      'picture-sweep',
      { action: 's3:DeleteObject', resource: 'bucket/pictures/a' },
      { action: 's3:PutObject', resource: 'bucket/pictures/a' },
    ],
    [
      'health',
      { action: 'secretsmanager:DescribeSecret', resource: 'secret/payments' },
      { action: 'secretsmanager:GetSecretValue', resource: 'secret/payments' },
    ],
    [
      'send-mail',
      { action: 'ses:SendRawEmail', resource: 'mail/identity' },
      { action: 'secretsmanager:GetSecretValue', resource: 'secret/payments' },
    ],
  ] as const)('the synthesized role of %s allows %j and not %j', (name, allowed, refused) => {
    expect(isAllowedByAny(roleOfFunction(name), allowed)).toBe(true);
    expect(isAllowedByAny(roleOfFunction(name), refused)).toBe(false);
  });

  it('a call for several rows is allowed only if each row is allowed', () => {
    const both: AwsCall = { ...update('VISITS#a'), leadingKeys: ['VISITS#a', 'ITEM#a'] };
    expect(isAllowedByAny(roleOfFunction('area-holder'), both)).toBe(false);
  });

  it('an isolated function can only log, and has no secret and no internal address', () => {
    expect(isolatedFunctions.length).toBeGreaterThan(0);
    for (const { name, uses } of isolatedFunctions) {
      expect(uses).toEqual([]);
      const fn = functions.get(`${prefix}-${name}`)!;
      const { Variables: variables } = fn.properties['Environment'] as { Variables: Record<string, unknown> };
      expect(Object.keys(variables).filter((key) => /SECRET|URL|TABLE|BUCKET|QUEUE/.test(key))).toEqual([]);
    }
  });

  it('no role has a wildcard resource except for tracing, and no role has a wildcard action', () => {
    const policies = [...functions.values()].flatMap((fn) => grantsOf(deployment, fn));
    const wildcards = policies.filter((grant) => / \*|:\* /.test(grant) && !grant.startsWith('xray:'));
    expect(wildcards).toEqual([]);
  });

  it('no function may scan the table', () => {
    const scans = [...functions.values()]
      .flatMap((fn) => grantsOf(deployment, fn))
      .filter((grant) => grant.includes('Scan'));
    expect(scans).toEqual([]);
  });

  it('every role belongs to one function, and only Lambda can assume it', () => {
    const roles = [...functions.values()].map((fn) => roleOf(deployment, fn));
    expect(new Set(roles).size).toBe(roles.length);
    for (const { properties } of roles) {
      expect(properties['AssumeRolePolicyDocument']).toMatchObject({
        Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } }],
      });
    }
  });
});
