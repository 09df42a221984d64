import { describe, expect, it } from 'vitest';
import {
  allFunctions,
  buckets,
  isolated,
  queues,
  streams,
  table,
  type FunctionDefinition,
} from '../../lib/definition.ts';
import { Deployment, grantsOf, roleOf } from './templates.ts';

const deployment = new Deployment({ env: 'demo', mailDomain: 'mail.example.com' });
const functions = deployment.byName('AWS::Lambda::Function', 'FunctionName');
const prefix = 'gift-commerce-demo';
const TABLE = `<${prefix}>.Arn`;

const on = (resource: string, ...actions: string[]): string[] => actions.map((action) => `${action} ${resource}`);

const tableGrants = ({ uses, access }: FunctionDefinition): string[] => {
  const writes = uses.includes('table:write');
  if (!writes && !uses.includes('table:read') && access !== 'api-key') return [];
  const budgets = access === 'v1' ? 'USERBUDGET#*' : 'APIKEY#*';
  const signIn = `dynamodb:UpdateItem ${TABLE} if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["${budgets}"]}}`;
  const visits = signIn.replace(budgets, 'VISITS#*');
  return [
    ...on(TABLE, 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'),
    ...table.indexes.map((index) => `dynamodb:Query ${TABLE}/index/${index}`),
    ...(writes
      ? on(
          TABLE,
          ...['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'].map(
            (each) => `dynamodb:${each}`,
          ),
        )
      : []),
    ...(!writes && (access === 'api-key' || access === 'v1') ? [signIn] : []),
    ...(!writes && uses.includes('table:visits') ? [visits] : []),
  ];
};

const objectGrants = ({ uses }: FunctionDefinition): string[] =>
  buckets.flatMap(({ name }) => {
    const arn = `<Bucket-${name}>.Arn`;
    const reads = uses.includes('objects:read');
    const writes = uses.includes('objects:write');
    return [
      ...(reads || writes ? on(arn, 's3:ListBucket') : []),
      ...(reads ? on(`${arn}/*`, 's3:GetObject') : []),
      ...(writes ? on(`${arn}/*`, 's3:PutObject', 's3:DeleteObject') : []),
    ];
  });

const ses = (name: string): string => `arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${name}`;

const functionArn = (name: string): string =>
  `arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${prefix}-${name}`;

const consumerGrants = ({ name }: FunctionDefinition): string[] => [
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

const expectedGrants = (definition: FunctionDefinition): string[] =>
  [
    // X-Ray knows no resources: the one wildcard there is.
    ...on('*', 'xray:PutTraceSegments', 'xray:PutTelemetryRecords'),
    ...on(`</aws/lambda/${prefix}-${definition.name}>.Arn`, 'logs:CreateLogStream', 'logs:PutLogEvents'),
    ...tableGrants(definition),
    ...definition.uses
      .filter((binding) => binding.startsWith('queue:'))
      .flatMap((binding) => on(`<${prefix}-${binding.slice('queue:'.length)}>.Arn`, 'sqs:SendMessage')),
    ...definition.uses
      .filter((binding) => binding.startsWith('function:'))
      .map((binding) => `lambda:InvokeFunction ${functionArn(binding.slice('function:'.length))}`),
    ...objectGrants(definition),
    ...(definition.uses.includes('mail')
      ? ['identity/mail.example.com', `configuration-set/${prefix}-mail`].flatMap((name) =>
          on(ses(name), 'ses:SendEmail', 'ses:SendRawEmail'),
        )
      : []),
    ...(definition.uses.includes('payments') ? on('<PaymentSecret>', 'secretsmanager:GetSecretValue') : []),
    ...(definition.uses.includes('wallet') ? on('<WalletSecret>', 'secretsmanager:GetSecretValue') : []),
    ...consumerGrants(definition),
  ].sort();

describe('a function may do what its bindings say, and nothing else', () => {
  it.each(allFunctions().map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
    const fn = functions.get(`${prefix}-${name}`);
    expect(fn).toBeDefined();
    expect(new Set(grantsOf(deployment, fn!))).toEqual(new Set(expectedGrants(definition)));
  });

  it('an isolated function may do nothing but log, and knows no secret and no address of ours', () => {
    expect(isolated.length).toBeGreaterThan(0);
    for (const { name, uses } of isolated) {
      expect(uses).toEqual([]);
      const fn = functions.get(`${prefix}-${name}`)!;
      const { Variables: variables } = fn.properties['Environment'] as { Variables: Record<string, unknown> };
      expect(Object.keys(variables).filter((key) => /SECRET|URL|TABLE|BUCKET|QUEUE/.test(key))).toEqual([]);
    }
  });

  it('no role has a wildcard resource but for tracing, and none a wildcard action', () => {
    const policies = [...functions.values()].flatMap((fn) => grantsOf(deployment, fn));
    const wildcards = policies.filter((grant) => / \*|:\* /.test(grant) && !grant.startsWith('xray:'));
    expect(wildcards).toEqual([]);
  });

  it('nobody may scan the table', () => {
    const scans = [...functions.values()]
      .flatMap((fn) => grantsOf(deployment, fn))
      .filter((grant) => grant.includes('Scan'));
    expect(scans).toEqual([]);
  });

  it('every role belongs to one function, and only Lambda can take it', () => {
    const roles = [...functions.values()].map((fn) => roleOf(deployment, fn));
    expect(new Set(roles).size).toBe(roles.length);
    for (const { properties } of roles) {
      expect(properties['AssumeRolePolicyDocument']).toMatchObject({
        Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } }],
      });
    }
  });
});
