import { nowMs } from '../../../platform/clock.ts';
import { postponeDue } from '../../../storage/postpone-due.ts';
import type { Row } from '../../../storage/table.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { expiresAtMs, nextPaymentCheckMs } from '../../checkout/orders/rules.ts';
import { readSessionOf } from './close-session.ts';
import { takeLanded } from './take-payment.ts';

/**
 * Asks the gateway whether an unpaid order was paid, and takes in the payment; else the order is due again at the next
 * moment to ask, or at its expiry when its page is over. Without `mayAsk` this moment passes without a question. `row` is
 * the order as it is stored. Throws `GatewayUnavailable`: the order stays due.
 */
export const checkUnpaid = async (order: OrderRow, row: Row, mayAsk: boolean): Promise<void> => {
  const found = mayAsk ? await readSessionOf(order) : undefined;
  if (found?.state === 'paid') {
    await takeLanded(order, found.payment);
    return;
  }
  const next = found?.state === 'closed' ? undefined : nextPaymentCheckMs(order, nowMs());
  await postponeDue('order-expiry', row, next ?? expiresAtMs(order));
};
