import { jsonOf, wireOperationOf, type WireRequest } from '../wire/wire.ts';

/** Operations that write one row. */
const SINGLE_WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);
/** All operations that write. */
export const WRITES = new Set([...SINGLE_WRITES, 'BatchWriteItem', 'TransactWriteItems']);

interface AttributeMap {
  pk?: { S?: string };
  reply?: unknown;
}

interface SingleWrite {
  Key?: AttributeMap;
  Item?: AttributeMap;
  UpdateExpression?: string;
}

/** Partition key of a single write. */
const partitionOf = (write: SingleWrite): string => (write.Item ?? write.Key)?.pk?.S ?? '';

/**
 * Whether a write counts a request made with an API key or by its company, as opposed to creating or revoking a key.
 */
const isAuthentication = (write: SingleWrite): boolean =>
  partitionOf(write).startsWith('REQUESTS#') ||
  (partitionOf(write).startsWith('APIKEY#') && (write.UpdateExpression ?? '').includes('lastUsedAtMs'));

/** Whether another transaction can conflict with a request. */
export const canConflict = (request: WireRequest): boolean => {
  const operation = wireOperationOf(request);
  if (operation === 'TransactWriteItems') return true;
  // No transaction writes the row of a key in use or a count of visits, so these writes cannot conflict.
  const write: SingleWrite = jsonOf(request);
  return SINGLE_WRITES.has(operation) && !isAuthentication(write) && !partitionOf(write).startsWith('VISITS#');
};

/** Whether a write announces an object, which is deleted later unless a row refers to it. */
const isAnnouncement = (write: SingleWrite): boolean =>
  write.Item !== undefined && partitionOf(write).startsWith('LEFTOVER#');

/**
 * Whether a write changes business data: not the count of a request, a lease on an idempotency key, or the announcement
 * of an object.
 */
export const isCommit = (request: WireRequest): boolean => {
  const operation = wireOperationOf(request);
  if (!SINGLE_WRITES.has(operation)) return WRITES.has(operation);
  const write: SingleWrite = jsonOf(request);
  if (isAuthentication(write) || isAnnouncement(write)) return false;
  return !partitionOf(write).startsWith('IDEMPOTENCY#') || write.Item?.reply !== undefined;
};
