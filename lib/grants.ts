import { BUDGET_ROWS } from './budget-rows.ts';
import { buckets, queues, SECRETS, table, type FunctionDefinition } from './definition.ts';
import type { Statement } from './policies.ts';

const READ_ROWS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE_ROWS = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];
/** Lists of companies: of orders, items, deliveries. What is due, of all companies, only schedules look for. */
const COMPANY_INDEXES = table.indexes.filter((index) => index !== 'due');

/**
 * What a function may do: exactly what its bindings say. Resources have names of ours (`table`, `table/index/due`,
 * `queue/mail`, `bucket/pictures/*`); the stacks put ARNs in their place, and the stack on one machine asks these
 * statements at every call.
 */
export const grantsOf = (definition: FunctionDefinition): Statement[] => [
  ...ownBudget(definition),
  ...definition.uses.flatMap(grantsOfBinding),
  ...ownQueue(definition),
];

/** Who only reads still counts what a caller spends, which is an update; it reaches rows of budgets alone. */
const ownBudget = ({ uses, access }: FunctionDefinition): Statement[] => {
  if (uses.includes('table:write')) return [];
  const budgets = BUDGET_ROWS[access ?? 'public'];
  const reads = access === 'api-key' && !uses.includes('table:read') ? grantsOfBinding('table:read') : [];
  return budgets.length === 0 ? [] : [...reads, updateOf(...budgets)];
};

/** A consumer says when what it could not work on comes again; reading and deleting is done by the platform. */
const ownQueue = ({ name }: FunctionDefinition): Statement[] =>
  queues
    .filter(({ consumer }) => consumer.name === name)
    .map((queue) => ({ actions: ['sqs:ChangeMessageVisibility'], resources: [`queue/${queue.name}`] }));

/** What one binding grants. */
export const grantsOfBinding = (binding: string): Statement[] => {
  const [kind, name = ''] = binding.split(':');
  switch (kind) {
    case 'table':
      return tableGrants(name);
    case 'index':
      return [{ actions: ['dynamodb:Query'], resources: [`table/index/${name}`] }];
    case 'rows':
      return [updateOf(`${name}#`)];
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

/** What `SendEmail` asks for: a message that comes composed, as ours do, is a raw one to IAM. */
export const SEND_MAIL = ['ses:SendEmail', 'ses:SendRawEmail'] as const;

const tableGrants = (use: string): Statement[] => {
  if (use === 'batch') return [{ actions: ['dynamodb:BatchWriteItem'], resources: ['table'] }];
  const reads: Statement = { actions: READ_ROWS, resources: ['table'] };
  if (use === 'read') return [reads];
  return [
    { actions: [...READ_ROWS, ...WRITE_ROWS], resources: ['table'] },
    { actions: ['dynamodb:Query'], resources: COMPANY_INDEXES.map((index) => `table/index/${index}`) },
  ];
};

const updateOf = (...prefixes: string[]): Statement => ({
  actions: ['dynamodb:UpdateItem'],
  resources: ['table'],
  leadingKeys: prefixes.map((prefix) => `${prefix}*`),
});

/** Listing tells a missing object (404) from a forbidden one (403); without it S3 answers 403 to both. */
const objectGrants = (use: string): Statement[] =>
  buckets.flatMap(({ name }): Statement[] => {
    const objects = [`bucket/${name}/*`];
    if (use === 'write') return [{ actions: ['s3:PutObject'], resources: objects }];
    if (use === 'delete') return [{ actions: ['s3:DeleteObject'], resources: objects }];
    return [
      { actions: ['s3:ListBucket'], resources: [`bucket/${name}`] },
      { actions: ['s3:GetObject'], resources: objects },
    ];
  });
