import { nowMs } from '../../../platform/clock.ts';
import { postponeDue } from '../../../storage/postpone-due.ts';
import type { Row } from '../../../storage/table.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { expiresAtMs, nextPaymentCheckMs } from '../../checkout/orders/rules.ts';
import { readSessionOf } from './close-session.ts';
import { recordLandedPayment } from './record-payment.ts';

/**
 * Polls the gateway for an unpaid order and records a payment. Without a payment, the order is due again at its next
 * poll, or at its expiry if it has no open page. If `mayPoll` is false, this poll is skipped. `row` is the order as
 * stored. Throws `GatewayUnavailable`; the order stays due.
 */
export const pollUnpaidOrder = async (order: OrderRow, row: Row, mayPoll: boolean): Promise<void> => {
  const session = mayPoll ? await readSessionOf(order) : undefined;
  if (session?.state === 'paid') {
    await recordLandedPayment(order, session.payment);
    return;
  }
  const next = session?.state === 'closed' ? undefined : nextPaymentCheckMs(order, nowMs());
  await postponeDue('order-expiry', row, next ?? expiresAtMs(order));
};
