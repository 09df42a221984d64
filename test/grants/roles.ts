import type { AwsCall, GrantStatement } from '../../lib/policies.ts';
import { at, list, statementsOf, type Deployment, type Resource } from '../stack/templates.ts';

const LEADING_KEYS = 'Condition.ForAllValues:StringLike.dynamodb:LeadingKeys';

const SECRETS: Record<string, string> = {
  '<AppSecret>': 'keys',
  '<PaymentSecret>': 'payments',
  '<CourierSecret>': 'courier',
  '<WalletSecret>': 'wallet',
};

/** The local name of a resource by its deployed ARN. */
const nameOf = (arn: string, prefix: string): string => {
  const inside = (pattern: RegExp): string | undefined => pattern.exec(arn)?.[1];
  const index = inside(new RegExp(`^<${prefix}>\\.Arn/index/(.+)$`));
  const queue = inside(new RegExp(`^<${prefix}-(.+)>\\.Arn$`));
  const bucket = /^<Bucket-([^>]+)>\.Arn(\/.*)?$/.exec(arn);
  const called = inside(new RegExp(`:function:${prefix}-(.+)$`));
  const mail = inside(/:(identity|configuration-set)\//);
  if (arn === `<${prefix}>.Arn`) return 'table';
  if (index) return `table/index/${index}`;
  if (bucket) return `bucket/${bucket[1]}${bucket[2] ?? ''}`;
  if (called) return `function/${called}`;
  if (mail) return `mail/${mail}`;
  const secret = SECRETS[arn];
  if (secret) return `secret/${secret}`;
  return queue ? `queue/${queue}` : arn;
};

/** Permissions of a function's synthesized role, with local names. */
export const roleStatements = (deployment: Deployment, fn: Resource, prefix: string): GrantStatement[] =>
  statementsOf(deployment, fn).map((statement) => {
    const leadingKeys = list(at(statement, LEADING_KEYS)).map(String);
    return {
      actions: list(at(statement, 'Action')).map(String),
      resources: list(at(statement, 'Resource')).map((arn) => nameOf(deployment.text(arn, fn.stack), prefix)),
      ...(leadingKeys.length > 0 ? { leadingKeys } : {}),
    };
  });

/** Actions that Lambda itself performs with the role of a function, which its code does not call. */
const OF_LAMBDA = new Set([
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueUrl',
  'sqs:GetQueueAttributes',
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
]);

/**
 * Whether Lambda itself makes a call. This includes storing failed batches of a stream and reporting failed runs of
 * schedules.
 */
export const isOfLambda = ({ action, resource }: AwsCall): boolean =>
  OF_LAMBDA.has(action) || resource.startsWith('bucket/stream-') || resource === 'queue/schedules-dlq';
