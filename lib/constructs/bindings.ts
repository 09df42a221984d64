import { ArnFormat } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { BUDGET_ROWS, VISIT_ROWS } from '../budget-rows.ts';
import { isolated, type FunctionDefinition } from '../definition.ts';
import type { DataStack } from '../stacks/data.ts';
import type { Settings } from '../stacks/settings.ts';

/** What bindings refer to. */
export interface Resources {
  settings: Settings;
  data: DataStack;
  /** Public address of the API, without a trailing slash. */
  baseUrl: string;
}

const READ_ROWS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE_ROWS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];

const variable = (prefix: string, name: string): string => `${prefix}_${name.toUpperCase().replaceAll('-', '_')}`;

const allow = (fn: lambda.Function, actions: string[], resources: string[], conditions?: object): void => {
  fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources, ...(conditions ? { conditions } : {}) }));
};

/**
 * Gives a function what its definition binds, and nothing else: environment variables and permission together, so that
 * a function that was not given something does not even know its name.
 */
export const bind = (fn: lambda.Function, definition: FunctionDefinition, resources: Resources): void => {
  bindTable(fn, definition, resources);
  for (const binding of definition.uses) {
    if (binding.startsWith('queue:')) bindQueue(fn, binding.slice('queue:'.length), resources);
    if (binding.startsWith('function:')) bindFunction(fn, binding.slice('function:'.length), resources);
    if (binding === 'mail') bindMail(fn, resources);
    if (binding === 'payments') bindPayments(fn, resources);
    if (binding === 'courier') bindCourier(fn, resources);
    if (binding === 'wallet') bindWallet(fn, resources);
  }
  bindObjects(fn, definition, resources);
};

const bindTable = (fn: lambda.Function, definition: FunctionDefinition, { data }: Resources): void => {
  const { tableArn, tableName, indexArns } = data.table;
  const writes = definition.uses.includes('table:write');
  if (!writes && !definition.uses.includes('table:read') && definition.access !== 'api-key') return;
  fn.addEnvironment('TABLE_NAME', tableName);
  allow(fn, READ_ROWS, [tableArn]);
  allow(fn, ['dynamodb:Query'], indexArns);
  if (writes) allow(fn, WRITE_ROWS, [tableArn]);
  else {
    const budgets = BUDGET_ROWS[definition.access ?? 'public'];
    if (budgets) bindRows(fn, tableArn, budgets);
    if (definition.uses.includes('table:visits')) bindRows(fn, tableArn, VISIT_ROWS);
  }
};

/** Who only reads still counts what a caller spends, which is an update; it reaches rows of budgets alone. */
const bindRows = (fn: lambda.Function, tableArn: string, prefix: string): void =>
  allow(fn, ['dynamodb:UpdateItem'], [tableArn], {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefix}*`] },
  });

const bindQueue = (fn: lambda.Function, name: string, { data }: Resources): void => {
  const queue = data.queues.get(name)?.queue;
  if (!queue) throw new Error(`${fn.node.id} sends to the queue ${name}, which is not in the definition`);
  fn.addEnvironment(variable('QUEUE_URL', name), queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], [queue.queueArn]);
};

/** Isolated functions are named by the environment's prefix, so that nothing of their stack is needed to call them. */
const bindFunction = (fn: lambda.Function, name: string, { settings }: Resources): void => {
  const functionName = `${settings.prefix}-${name}`;
  if (!isolated.some((each) => each.name === name)) {
    throw new Error(`${fn.node.id} calls the function ${name}, which is not an isolated one`);
  }
  fn.addEnvironment(variable('FUNCTION', name), functionName);
  const arn = fn.stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  allow(fn, ['lambda:InvokeFunction'], [arn]);
};

/** Listing tells a missing object (404) from a forbidden one (403); without it S3 answers 403 to both. */
const bindObjects = (fn: lambda.Function, { uses }: FunctionDefinition, { data }: Resources): void => {
  const [reads, writes] = [uses.includes('objects:read'), uses.includes('objects:write')];
  if (!reads && !writes) return;
  for (const [name, bucket] of data.buckets) {
    fn.addEnvironment(variable('BUCKET', name), bucket.bucketName);
    allow(fn, ['s3:ListBucket'], [bucket.bucketArn]);
    if (reads) allow(fn, ['s3:GetObject'], [bucket.arnForObjects('*')]);
    if (writes) allow(fn, ['s3:PutObject', 's3:DeleteObject'], [bucket.arnForObjects('*')]);
  }
};

/** Name of the configuration set under which the mail service tells what became of mails. */
export const mailEvents = ({ prefix }: Pick<Settings, 'prefix'>): string => `${prefix}-mail`;

const bindMail = (fn: lambda.Function, { settings }: Resources): void => {
  fn.addEnvironment('MAIL_FROM', `no-reply@${settings.mailDomain}`);
  fn.addEnvironment('MAIL_CONFIGURATION_SET', mailEvents(settings));
  const arn = (resource: string, resourceName: string): string =>
    fn.stack.formatArn({ service: 'ses', resource, resourceName });
  const resources = [arn('identity', settings.mailDomain), arn('configuration-set', mailEvents(settings))];
  allow(fn, ['ses:SendEmail', 'ses:SendRawEmail'], resources);
};

/** A demo environment may talk to Stripe's test mode; by default the built-in gateway serves wherever it can. */
const bindPayments = (fn: lambda.Function, { data, settings }: Resources): void => {
  if (settings.paymentGateway) fn.addEnvironment('PAYMENT_GATEWAY', settings.paymentGateway);
  fn.addEnvironment('PAYMENT_SECRET_ARN', data.paymentSecret.secretArn);
  allow(fn, ['secretsmanager:GetSecretValue'], [data.paymentSecret.secretArn]);
};

const bindCourier = (fn: lambda.Function, { data, settings }: Resources): void => {
  if (settings.courierBaseUrl) fn.addEnvironment('COURIER_BASE_URL', settings.courierBaseUrl);
  fn.addEnvironment('COURIER_API_KEY', data.courierSecret.secretValueFromJson('api_key').unsafeUnwrap());
};

/** Read at run time: certificates expire, and exchanging one must not need a deployment. */
const bindWallet = (fn: lambda.Function, { data }: Resources): void => {
  fn.addEnvironment('WALLET_SECRET_ARN', data.walletSecret.secretArn);
  allow(fn, ['secretsmanager:GetSecretValue'], [data.walletSecret.secretArn]);
};
