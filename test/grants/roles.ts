import type { Call, Statement } from '../../lib/policies.ts';
import { at, list, statementsOf, type Deployment, type Resource } from '../stack/templates.ts';

const LEADING_KEYS = 'Condition.ForAllValues:StringLike.dynamodb:LeadingKeys';

const SECRETS: Record<string, string> = {
  '<AppSecret>': 'keys',
  '<PaymentSecret>': 'payments',
  '<CourierSecret>': 'courier',
  '<WalletSecret>': 'wallet',
};

/** Names that calls on this machine have for what a deployed environment calls otherwise. */
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

/** What the synthesized role of a function allows, in the names that calls have on one machine. */
export const roleStatements = (deployment: Deployment, fn: Resource, prefix: string): Statement[] =>
  statementsOf(deployment, fn).map((statement) => {
    const leadingKeys = list(at(statement, LEADING_KEYS)).map(String);
    return {
      actions: list(at(statement, 'Action')).map(String),
      resources: list(at(statement, 'Resource')).map((arn) => nameOf(deployment.text(arn, fn.stack), prefix)),
      ...(leadingKeys.length > 0 ? { leadingKeys } : {}),
    };
  });

/** What Lambda itself does with the role of a function, so that no call of its code ever shows it. */
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

/** Also what it does to keep the batches that a consumer of a stream gave up, and to tell of failed runs of schedules. */
export const isOfLambda = ({ action, resource }: Call): boolean =>
  OF_LAMBDA.has(action) || resource.startsWith('bucket/stream-') || resource === 'queue/schedules-dlq';
