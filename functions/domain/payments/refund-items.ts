import { dueAt } from '../../storage/due.ts';
import type { Ticket } from '../../storage/idempotency.ts';
import type { Key, Row } from '../../storage/table.ts';
import { codesOfOrder } from '../items/of-order.ts';
import type { OrderRefund } from '../items/withdraw.ts';
import type { OrderRow } from '../orders/rows.ts';

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

/** What a refund takes from the items of its order: its own identity, so that it takes nothing twice. */
export const withdrawalOf = (refund: RefundRow, order: OrderRow): OrderRefund => ({
  company: refund.company,
  codes: codesOfOrder(order),
  refundId: refund.refundKey,
  refundMinor: refund.amount,
  refundableMinor: refund.refundable,
});
