import { BUDGET_ROWS, VISIT_ROWS } from '../budget-rows.ts';
import type { FunctionDefinition } from '../definition.ts';
import { partitionOf, WRITES } from './table-requests.ts';
import { jsonOf, operationOf, type WireRequest } from './wire.ts';

/**
 * What a deployed function's role allows it (lib/constructs/bindings.ts), asked of each call: a binding that somebody
 * forgot shows here, not in the cloud.
 */
export const allowsTable = ({ uses, access }: FunctionDefinition, request: WireRequest): boolean => {
  if (uses.includes('table:write')) return true;
  if (!WRITES.has(operationOf(request))) return uses.includes('table:read') || access === 'api-key';
  if (operationOf(request) !== 'UpdateItem') return false;
  const partition = partitionOf(jsonOf(request));
  if (partition.startsWith(VISIT_ROWS)) return uses.includes('table:visits');
  const budgets = BUDGET_ROWS[access ?? 'public'];
  return budgets !== undefined && partition.startsWith(budgets);
};

export const allowsQueue = ({ uses }: FunctionDefinition, request: WireRequest): boolean => {
  const { QueueUrl = '' } = jsonOf(request) as { QueueUrl?: string };
  return uses.includes(`queue:${QueueUrl.split('/').at(-1) ?? ''}`);
};

export const allowsObjects = ({ uses }: FunctionDefinition, { method }: WireRequest): boolean =>
  uses.includes(method === 'GET' || method === 'HEAD' ? 'objects:read' : 'objects:write');

export const allowsFunction = ({ uses }: FunctionDefinition, { path }: WireRequest): boolean =>
  uses.includes(`function:${decodeURIComponent(/\/functions\/([^/]+)\//.exec(path)?.[1] ?? '')}`);

export const allowsMail = ({ uses }: FunctionDefinition): boolean => uses.includes('mail');
