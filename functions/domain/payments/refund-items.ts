import { dueAt } from '../../storage/due.ts';
import type { Ticket } from '../../storage/idempotency.ts';
import type { Key, Row } from '../../storage/table.ts';

/** One refund from its beginning to its end; unfinished ones are due until they have ended. */
export interface RefundRow extends Row {
  type: 'refund';
  company: string;
  orderId: string;
  /** Deterministic: what the gateway knows the refund by. */
  refundKey: string;
  /** Asked for, in the smallest unit. */
  amount: number;
  /** What could be refunded before it. */
  refundable: number;
  ticket: Ticket;
  state: 'running' | 'refunded' | 'declined';
  startedAtMs: number;
  endedAtMs?: number;
}

export const refundRowKey = (company: string, orderId: string, refundKey: string): Key => ({
  pk: `ORDER#${company}#${orderId}`,
  sk: `refund#${refundKey}`,
});

/** A refund whose request died is finished by the sweep after this long. */
const REPAIR_AFTER_MS = 60_000;

export const refundDue = (row: Pick<RefundRow, 'refundKey' | 'startedAtMs'>) =>
  dueAt('order-refund', row.refundKey, row.startedAtMs + REPAIR_AFTER_MS);
