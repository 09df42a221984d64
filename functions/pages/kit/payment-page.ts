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

interface OpenedSession {
  id: string;
  url: string;
  expires_at: string;
}

interface PaymentVisit {
  company: string;
  orderId: string;
  /** Requests of one attempt get the same page. */
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

/** A gateway that does not respond has not closed the page. */
const isPageOpen = async (order: OrderRow): Promise<boolean> => {
  try {
    return (await readSessionOf(order)).state === 'open';
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return true;
  }
};

/**
 * Whether the page of a repeated request has ended: it expired, was closed by the buyer or by a change of gift cards, or
 * another one replaced it.
 */
const hasEnded = async ({ company, orderId }: PaymentVisit, { id, expires_at }: OpenedSession): Promise<boolean> => {
  if (Date.parse(expires_at) <= nowMs()) return true;
  const order = await findLatestOrder({ company, id: orderId });
  if (!order || stateOf(order) !== 'unpaid') return false;
  return order.session?.id !== id || !(await isPageOpen(order));
};

const RETRY_WAITS_MS = [150, 300, 600, 1200];
const BUSY = new Set(['request_in_progress', 'checkout_in_progress']);
/** Also while the contract of the company lacks checkout. */
const UNREACHABLE = new Set(['checkout_unavailable', 'checkout_not_enabled']);

/** Result of opening the payment page. `no_method`: no payment method takes the amount due. */
type PaymentPage = { url: string } | { problem: 'opening' | 'unreachable' | 'settled' | 'no_method' };

/** The reason for 409 `order_not_payable`: the order's state, or its amount. */
const refusedPage = async ({ company, orderId }: PaymentVisit): Promise<PaymentPage> => {
  const order = await findLatestOrder({ company, id: orderId });
  return { problem: order && stateOf(order) === 'unpaid' ? 'no_method' : 'settled' };
};

/**
 * The hosted payment page of an order. Concurrent requests of one attempt (a double click) get the same page; an
 * attempt whose page has ended gets a new one.
 */
export const paymentPageOf = async (visit: PaymentVisit): Promise<PaymentPage> => {
  let { attempt } = visit;
  for (const waitMs of [...RETRY_WAITS_MS, 0]) {
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
