import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayUnavailable } from '../../adapters/payments/port.ts';
import { findLatestOrder } from '../../domain/checkout/orders/find-latest.ts';
import type { OrderRow } from '../../domain/checkout/orders/rows.ts';
import { stateOf } from '../../domain/checkout/orders/states.ts';
import { readSessionOf } from '../../domain/payments/payments/close-session.ts';
import { openPaymentSession } from '../../domain/payments/payments/open-session.ts';
import type { Actor } from '../../platform/actor.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { idempotencyRecordFor } from '../../storage/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { BUSY, RETRY_WAITS_MS } from './busy-order.ts';

interface OpenedSession {
  id: string;
  url: string;
  expires_at: string;
}

interface PaymentVisit {
  company: string;
  orderId: string;
  /** Concurrent requests for the same attempt get the same payment page. */
  attempt: string;
  by: Actor;
}

const open = async ({ company, orderId, attempt, by }: PaymentVisit) => {
  const idempotency = idempotencyRecordFor({
    company,
    operation: 'create-checkout-session',
    key: `order-page:${attempt}`,
    input: { params: { order_id: orderId }, body: {} },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  const reply = await openPaymentSession({ company, orderId, by, idempotency, admit: () => {} });
  return { session: reply.body as OpenedSession, isRepeat: reply.status === 200 };
};

/** Whether the payment page is still open. A gateway that does not respond counts as open. */
const isPageOpen = async (order: OrderRow): Promise<boolean> => {
  try {
    return (await readSessionOf(order)).state === 'open';
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return true;
  }
};

/**
 * Whether the payment page that a repeated request gets has ended: it expired, the buyer or a change to gift cards
 * closed it, or another page replaced it.
 */
const hasEnded = async ({ company, orderId }: PaymentVisit, { id, expires_at }: OpenedSession): Promise<boolean> => {
  if (Date.parse(expires_at) <= nowMs()) return true;
  const order = await findLatestOrder({ company, id: orderId });
  if (!order || stateOf(order) !== 'unpaid') return false;
  return order.session?.id !== id || !(await isPageOpen(order));
};

/** Error codes that mean that payment is temporarily impossible, including a contract without checkout. */
const UNREACHABLE = new Set(['checkout_unavailable', 'checkout_not_enabled']);

/** Result of opening the payment page. `no_method`: no payment method accepts the amount due, or its currency. */
type PaymentPage = { url: string } | { problem: 'opening' | 'unreachable' | 'settled' | 'no_method' };

/** Why the order is not payable (409 `order_not_payable`): its state, its amount, or its currency. */
const refusedPage = async ({ company, orderId }: PaymentVisit): Promise<PaymentPage> => {
  const order = await findLatestOrder({ company, id: orderId });
  return { problem: order && stateOf(order) === 'unpaid' ? 'no_method' : 'settled' };
};

/**
 * Returns the URL of an order's payment page. Concurrent requests for one attempt, such as a double click, get the same
 * page. If that page has ended, a new one is opened.
 */
export const paymentPageOf = async (visit: PaymentVisit): Promise<PaymentPage> => {
  let { attempt } = visit;
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      const { session, isRepeat } = await open({ ...visit, attempt });
      if (!isRepeat || !(await hasEnded(visit, session))) return { url: session.url };
      attempt = `${visit.orderId}:after:${session.id}`;
      continue;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'order_not_payable') return refusedPage(visit);
      if (UNREACHABLE.has(error.code)) return { problem: 'unreachable' };
      if (!BUSY.has(error.code)) throw error;
    }
    if (waitMs > 0) await sleep(waitMs);
  }
  return { problem: 'opening' };
};
