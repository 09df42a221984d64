import type { Binding } from '../functions/pipeline/route.ts';
import { RATE_LIMIT_ROWS } from './rate-limit-rows.ts';
import { buckets, queues, SECRETS, TABLE_INDEXES, type FunctionDefinition } from './definition.ts';
import type { GrantStatement } from './policies.ts';

const READ_ROWS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE_ROWS = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];
/** Indexes of companies: of orders, items, deliveries. Only schedules query the due index of all companies. */
const COMPANY_INDEXES = TABLE_INDEXES.filter((index) => index !== 'due');

/**
 * Permissions of a function, derived from its bindings. Resources have local names (`table`, `table/index/due`,
 * `queue/mail`, `bucket/pictures/*`); the stacks replace them with ARNs, and the local stack checks these statements at
 * every call.
 */
export const grantsOf = (definition: FunctionDefinition): GrantStatement[] => [
  ...rateLimitGrants(definition),
  ...definition.uses.flatMap(grantsOfBinding),
  ...consumerGrants(definition),
];

/**
 * Functions that only read still count requests, which is an update of a rate-limit row and of no other. Authentication
 * with an API key also reads the table.
 */
const rateLimitGrants = ({ uses, access }: FunctionDefinition): GrantStatement[] => {
  if (uses.includes('table:write')) return [];
  const rows = RATE_LIMIT_ROWS[access ?? 'public'];
  const reads = access === 'api-key' && !uses.includes('table:read') ? grantsOfBinding('table:read') : [];
  return rows.length === 0 ? [] : [...reads, updateGrant(...rows)];
};

/** A consumer may change the visibility of failed messages. The platform receives and deletes messages itself. */
const consumerGrants = ({ name }: FunctionDefinition): GrantStatement[] =>
  queues
    .filter(({ consumer }) => consumer.name === name)
    .map((queue) => ({ actions: ['sqs:ChangeMessageVisibility'], resources: [`queue/${queue.name}`] }));

/** Permissions of one binding. */
export const grantsOfBinding = (binding: Binding): GrantStatement[] => {
  const [kind, name = ''] = binding.split(':');
  switch (kind) {
    case 'table':
      return tableGrants(name);
    case 'index':
      return [{ actions: ['dynamodb:Query'], resources: [`table/index/${name}`] }];
    case 'rows':
      return [updateGrant(`${name}#`)];
    case 'objects':
      return objectGrants(name);
    case 'queue':
      return [{ actions: ['sqs:SendMessage'], resources: [`queue/${name}`] }];
    case 'function':
      return [{ actions: ['lambda:InvokeFunction'], resources: [`function/${name}`] }];
    case 'keys':
    case 'payments':
    case 'courier':
    case 'wallet':
      return [{ actions: ['secretsmanager:GetSecretValue'], resources: [`secret/${kind}`] }];
    case 'secrets':
      return [{ actions: ['secretsmanager:DescribeSecret'], resources: SECRETS.map((secret) => `secret/${secret}`) }];
    case 'mail':
      return [{ actions: [...SEND_MAIL], resources: ['mail/identity', 'mail/configuration-set'] }];
    default:
      return [];
  }
};

/** IAM actions of `SendEmail`: for a composed MIME message, IAM checks `SendRawEmail`. */
export const SEND_MAIL = ['ses:SendEmail', 'ses:SendRawEmail'] as const;

const tableGrants = (use: string): GrantStatement[] => {
  if (use === 'batch') return [{ actions: ['dynamodb:BatchWriteItem'], resources: ['table'] }];
  const reads: GrantStatement = { actions: READ_ROWS, resources: ['table'] };
  if (use === 'read') return [reads];
  return [
    { actions: [...READ_ROWS, ...WRITE_ROWS], resources: ['table'] },
    { actions: ['dynamodb:Query'], resources: COMPANY_INDEXES.map((index) => `table/index/${index}`) },
  ];
};

const updateGrant = (...prefixes: string[]): GrantStatement => ({
  actions: ['dynamodb:UpdateItem'],
  resources: ['table'],
  leadingKeys: prefixes.map((prefix) => `${prefix}*`),
});

/** Listing distinguishes a missing object (404) from a forbidden one (403); without it S3 returns 403 for both. */
const objectGrants = (use: string): GrantStatement[] =>
  buckets.flatMap(({ name }): GrantStatement[] => {
    const objects = [`bucket/${name}/*`];
    if (use === 'write') return [{ actions: ['s3:PutObject'], resources: objects }];
    if (use === 'delete') return [{ actions: ['s3:DeleteObject'], resources: objects }];
    return [
      { actions: ['s3:ListBucket'], resources: [`bucket/${name}`] },
      { actions: ['s3:GetObject'], resources: objects },
    ];
  });
