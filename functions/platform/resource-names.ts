/**
 * Names of resources, as bindings, messages and the definition (lib/definition.ts) use them. The lists are complete, so
 * a misspelled name is a type error.
 */
export const QUEUES = [
  'mail',
  'items',
  'fulfillment',
  'webhook-events',
  'event-cancellations',
  'gateway-notices',
  'wallet-passes',
  'webhook-deliveries',
  'webhook-deliveries-slow',
] as const;
export type QueueName = (typeof QUEUES)[number];

export const BUCKETS = ['documents', 'pictures'] as const;
export type BucketName = (typeof BUCKETS)[number];

/** Sparse indexes of the table (functions/storage/README.md). `due` contains rows of all companies. */
export const TABLE_INDEXES = ['ix1', 'ix2', 'ix3', 'ix4', 'due'] as const;
export type IndexName = (typeof TABLE_INDEXES)[number];

/** Functions that parse untrusted files in isolation (lib/isolated.ts). */
export const ISOLATED_FUNCTIONS = ['print-picture', 'rewrite-svg', 'inspect-pdf', 'render-sample'] as const;
export type IsolatedFunctionName = (typeof ISOLATED_FUNCTIONS)[number];

/** Prefixes of partition keys. A function that otherwise only reads may update rows with these prefixes. */
export const UPDATABLE_ROWS = ['COMPANY', 'GUESSES', 'VISITS', 'WALLETPASS'] as const;
export type UpdatableRows = (typeof UPDATABLE_ROWS)[number];

/** The environment variable of a resource, such as `QUEUE_URL_WEBHOOK_DELIVERIES` of `webhook-deliveries`. */
export const resourceVariable = (kind: 'BUCKET' | 'FUNCTION' | 'QUEUE_URL', name: string): string =>
  `${kind}_${name.toUpperCase().replaceAll('-', '_')}`;
