import { nowMs } from '../../../../platform/clock.ts';
import { countedAtMs } from '../../../../platform/counted-at.ts';
import { membersAre } from '../../../../storage/conditions.ts';
import {
  TransactionRefused,
  transact,
  TRANSACTION_MAX_WRITES,
  transactionGroups,
  type Write,
} from '../../../../storage/transactions.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { orderKey, type OrderRow } from '../../../checkout/orders/rows.ts';
import { issueWithChanges } from './issue-changed.ts';
import { isSameItem } from './issue.ts';
import { issueItem, type Cause } from '../ledger/ledger.ts';
import { itemsOfOrder } from './of-order.ts';
import type { ItemRow } from '../rows.ts';
import { changeToTarget, targetsOf } from '../withdrawal/target.ts';

/** An item of an order at its issue. If the order was refunded earlier, its value is already lowered or withdrawn. */
export interface OrderIssue {
  item: ItemRow;
  writes: Write[];
}

/** Start of the validity; the same on every run. An order may be paid after its `send_at`. */
const issueMoment = ({ delivery, payment, createdAtMs }: OrderRow): number =>
  Math.max(delivery.sendAtMs ?? 0, payment.capturedAtMs ?? createdAtMs);

/** Every item of an order, derived from its row. Deterministic, except for the time of a withdrawal. */
export const issuancesOf = (order: OrderRow, company: CompanyRow): OrderIssue[] => {
  const atMs = issueMoment(order);
  const targets = targetsOf(order);
  const changedAtMs = countedAtMs(Math.max(atMs, order.updatedAtMs), nowMs());
  return itemsOfOrder(order, company, atMs).map((item, seq) => {
    const cause: Cause = { by: item.by, requestId: item.requestId, atMs: changedAtMs };
    const target = targets[seq];
    const needed = target && changeToTarget(issueItem(item).item, target, false, item.facts.createdAtMs);
    const { last, writes } = issueWithChanges({
      item: { ...item, epoch: order.epoch },
      changes: needed?.kind === 'value' ? [needed.change] : [],
      cause,
    });
    return { item: last.item, writes };
  });
};

const ORDER_CHECK = 'order';

/** Checks that the order is still paid, and that the required state of its items is unchanged. */
const orderUnchanged = (order: OrderRow): Write => ({
  check: orderKey(order.company, order.id),
  condition: membersAre({ epoch: order.epoch, status: 'paid' }),
  name: ORDER_CHECK,
});

/**
 * Issues a very large order in steps, each on the condition that the order has not changed since `issues` were derived
 * from it. May be run again: issued items are kept. Returns `overtaken` when the order has changed.
 */
export const issueInSteps = async (order: OrderRow, issues: readonly OrderIssue[]): Promise<'issued' | 'overtaken'> => {
  // The steps run sequentially, because all of them check the order's row.
  for (const step of transactionGroups(issues, ({ writes }) => writes, 1)) {
    if ((await issueStep(order, step)) === 'overtaken') return 'overtaken';
  }
  return 'issued';
};

const issueStep = async (order: OrderRow, step: readonly OrderIssue[]): Promise<'issued' | 'overtaken'> => {
  let pending = step;
  while (pending.length > 0) {
    try {
      await transact([orderUnchanged(order), ...pending.flatMap(({ writes }) => writes)]);
      return 'issued';
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.failed(ORDER_CHECK)) return 'overtaken';
      const unissued = pending.filter(({ item }) => !isSameItem(item, error.failed(item.pk)?.row));
      if (unissued.length === pending.length) throw error;
      pending = unissued;
    }
  }
  return 'issued';
};

/** Whether the refused write `name` belongs to an item, which an interrupted attempt must have issued. */
export const isAlreadyIssued = (issues: readonly OrderIssue[], name: string | undefined): boolean =>
  issues.some(({ item }) => item.pk === name);

/** Whether the writes of all items fit into the transaction that changes the order. */
export const isWithinOneTransaction = (issues: readonly OrderIssue[]): boolean =>
  1 + issues.reduce((sum, { writes }) => sum + writes.length, 0) <= TRANSACTION_MAX_WRITES;
