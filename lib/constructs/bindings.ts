import { ArnFormat } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { resourceVariable, isolatedFunctions, SECRETS, type Binding, type FunctionDefinition } from '../definition.ts';
import { exportedArn } from './bucket.ts';
import { grantsOf } from '../grants.ts';
import { queueArn, queueUrl, tableArn } from './cross-stack.ts';
import type { DataStack } from '../stacks/data.ts';
import type { Settings } from '../stacks/settings.ts';

/** The resources to which bindings refer. */
export interface Resources {
  settings: Settings;
  data: DataStack;
  /** Public URL of the API, without a trailing slash. */
  baseUrl: string;
  /** Header value of the distribution (lib/constructs/front.ts). */
  viaDistribution: string;
}

/** Gives a function the environment variables and permissions for the resources in its definition. */
export const bind = (fn: lambda.Function, definition: FunctionDefinition, resources: Resources): void => {
  for (const { actions, resources: resourceNames, leadingKeys } of grantsOf(definition)) {
    fn.addToRolePolicy(
      new iam.PolicyStatement({
        actions: [...actions],
        resources: resourceNames.map((name) => arnOf(fn, name, resources)),
        ...(leadingKeys ? { conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys } } } : {}),
      }),
    );
  }
  bindTable(fn, definition, resources);
  for (const binding of definition.uses) {
    if (binding.startsWith('queue:')) bindQueue(fn, binding.slice('queue:'.length), resources);
    if (binding.startsWith('function:')) bindFunction(fn, binding.slice('function:'.length), resources);
    const secret = SECRET_VARIABLES[binding];
    if (secret) fn.addEnvironment(secret, requireResource(resources.data.secrets.get(binding), fn, binding).secretArn);
    if (binding === 'secrets:described') bindDescribed(fn, resources);
    if (binding === 'mail') bindMail(fn, resources);
    if (binding === 'payments') bindPayments(fn, resources);
    if (binding === 'courier') bindCourier(fn, resources);
  }
  bindObjects(fn, definition, resources);
};

/** The ARN of a resource, by its name in a grant (lib/grants.ts). */
const arnOf = (fn: lambda.Function, resource: string, { data, settings }: Resources): string => {
  const [kind = '', name = '', rest] = resource.split('/');
  const ses = (type: string, resourceName: string): string =>
    fn.stack.formatArn({ service: 'ses', resource: type, resourceName });
  switch (kind) {
    case 'table':
      return `${tableArn(fn.stack, settings)}${name === 'index' ? `/index/${rest}` : ''}`;
    case 'queue':
      return queueArn(fn.stack, requireResource(data.queues.get(name), fn, resource).queue);
    case 'bucket': {
      const bucket = requireResource(data.buckets.get(name), fn, resource);
      return rest === undefined ? exportedArn(bucket) : `${exportedArn(bucket)}/${rest}`;
    }
    case 'function':
      return functionArn(fn, deployedName(name, settings));
    case 'mail':
      return name === 'identity' ? ses(name, settings.mailDomain) : ses(name, mailEvents(settings));
    case 'secret':
      return requireResource(data.secrets.get(name), fn, resource).secretArn;
    default:
      throw new Error(`${fn.node.id} is granted ${resource}, which is not a known resource`);
  }
};

const requireResource = <T>(target: T | undefined, fn: lambda.Function, resource: string): T => {
  if (target === undefined) throw new Error(`${fn.node.id} uses ${resource}, which is not in the definition`);
  return target;
};

const bindTable = (fn: lambda.Function, { uses, access }: FunctionDefinition, { settings }: Resources): void => {
  if (access !== 'api-key' && !uses.some((binding) => /^table:(read|write)$/.test(binding))) return;
  fn.addEnvironment('TABLE_NAME', settings.prefix);
};

const bindQueue = (fn: lambda.Function, name: string, { data }: Resources): void => {
  fn.addEnvironment(
    resourceVariable('QUEUE_URL', name),
    queueUrl(requireResource(data.queues.get(name), fn, name).queue),
  );
};

/** Isolated functions are named with the environment's prefix, so that callers do not depend on their stack. */
const deployedName = (name: string, { prefix }: Settings): string => `${prefix}-${name}`;

const functionArn = (fn: lambda.Function, resourceName: string): string =>
  fn.stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const bindFunction = (fn: lambda.Function, name: string, { settings }: Resources): void => {
  if (!isolatedFunctions.some((each) => each.name === name)) {
    throw new Error(`${fn.node.id} calls the function ${name}, which is not an isolated function`);
  }
  fn.addEnvironment(resourceVariable('FUNCTION', name), deployedName(name, settings));
};

const bindObjects = (fn: lambda.Function, { uses }: FunctionDefinition, { data }: Resources): void => {
  if (!uses.some((binding) => binding.startsWith('objects:'))) return;
  for (const [name, bucket] of data.buckets) fn.addEnvironment(resourceVariable('BUCKET', name), bucket.bucketName);
};

/** Name of the configuration set of all emails, which reports bounces and complaints. */
export const mailEvents = ({ prefix }: Pick<Settings, 'prefix'>): string => `${prefix}-mail`;

const bindMail = (fn: lambda.Function, { settings }: Resources): void => {
  fn.addEnvironment('MAIL_FROM', `no-reply@${settings.mailDomain}`);
  fn.addEnvironment('MAIL_CONFIGURATION_SET', mailEvents(settings));
};

/** Environment variables with the ARNs of secrets. Values are read at run time, so a rotation needs no deployment. */
const SECRET_VARIABLES: Partial<Record<Binding, string>> = {
  keys: 'KEYS_SECRET',
  payments: 'PAYMENT_SECRET_ARN',
  courier: 'COURIER_SECRET_ARN',
  wallet: 'WALLET_SECRET_ARN',
};

/**
 * Gives a function that reports the status of secrets the ARNs of all secrets, and the settings that determine which
 * are required.
 */
const bindDescribed = (fn: lambda.Function, resources: Resources): void => {
  const ids = SECRETS.map((name) => `${name}=${requireResource(resources.data.secrets.get(name), fn, name).secretArn}`);
  fn.addEnvironment('SECRET_IDS', ids.join(','));
  bindPayments(fn, resources);
};

/** By default, environments other than production use the built-in gateway; a demo may use Stripe's test mode. */
const bindPayments = (fn: lambda.Function, { settings }: Resources): void => {
  if (settings.paymentGateway) fn.addEnvironment('PAYMENT_GATEWAY', settings.paymentGateway);
};

const bindCourier = (fn: lambda.Function, { settings }: Resources): void => {
  if (settings.courierBaseUrl) fn.addEnvironment('COURIER_BASE_URL', settings.courierBaseUrl);
};
