import { actingAgent, type Agent } from '../platform/agent-call.ts';
import { nowMs } from '../platform/clock.ts';
import { getRows, queryPage, type Key, type Row } from './table.ts';
import { sortable } from './sortable.ts';

/** The part of an idempotency record about the agent that sent the request. The audit log reads it. */
export interface AgentCause extends Agent {
  company: string;
  /** Name of the route. */
  operation: string;
  /** Resource in the path: an order, an item, an endpoint. */
  subject: Record<string, string>;
}

/** The agent for which an operation runs; undefined for other callers. */
export const agentCause = (company: string, operation: string, input: unknown): AgentCause | undefined => {
  const agent = actingAgent();
  const { params = {} } = (input ?? {}) as { params?: Record<string, string> };
  return agent && { ...agent, company, operation, subject: params };
};

/** Minimum time that a record with an agent is kept: the audit log needs it longer than most idempotency keys. */
export const AUDIT_SECONDS = 400 * 24 * 3600;

const partition = (company: string): string => `AGENT#${company}`;

/** Attributes that index the record by company and time. */
export const auditMembers = (cause: AgentCause, record: Key) => {
  const atMs = nowMs();
  return {
    agent: { ...cause, atMs },
    ix1pk: partition(cause.company),
    ix1sk: `${sortable(atMs)}#${record.pk}`,
  };
};

interface AgentRecord extends AgentCause {
  atMs: number;
}

interface AuditedRow extends Row {
  agent: AgentRecord;
}

/** Changes that agents made for a company, newest first. */
export const listAgentRecords = async (company: string, maximum: number): Promise<AgentRecord[]> => {
  const { rows } = await queryPage<Key>({
    index: 'ix1',
    partition: partition(company),
    descending: true,
    limit: maximum,
  });
  const records = await getRows(rows, { consistent: true });
  return rows.flatMap((key) => records.get<AuditedRow>(key)?.agent ?? []);
};
