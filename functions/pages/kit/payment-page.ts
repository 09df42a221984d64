import { setTimeout as sleep } from 'node:timers/promises';
import { openPaymentSession } from '../../domain/payments/payments/open-session.ts';
import type { Actor } from '../../platform/actor.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { idempotencyRecordFor } from '../../storage/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';

interface OpenedSession {
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

const open = async ({ company, orderId, attempt, by }: PaymentVisit): Promise<OpenedSession> => {
  const idempotency = idempotencyRecordFor({
    company,
    operation: 'create-checkout-session',
    key: `order-page:${attempt}`,
    input: { params: { order_id: orderId }, body: {} },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  const reply = await openPaymentSession({ company, orderId, by, idempotency, admit: () => {} });
  return reply.body as OpenedSession;
};

const RETRY_WAITS_MS = [150, 300, 600, 1200];
const BUSY = new Set(['request_in_progress', 'checkout_in_progress']);

/** Result of opening the payment page. */
type PaymentPage = { url: string } | { problem: 'opening' | 'unreachable' | 'settled' };

/**
 * The hosted payment page of an order. Concurrent requests of one attempt (a double click) get the same page; an
 * attempt with an expired page gets a new one.
 */
export const paymentPageOf = async (visit: PaymentVisit): Promise<PaymentPage> => {
  let { attempt } = visit;
  for (const waitMs of [...RETRY_WAITS_MS, 0]) {
    try {
      const session = await open({ ...visit, attempt });
      if (Date.parse(session.expires_at) > nowMs()) return { url: session.url };
      attempt = `${attempt}:again`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'order_not_payable') return { problem: 'settled' };
      if (error.code === 'checkout_unavailable') return { problem: 'unreachable' };
      if (!BUSY.has(error.code)) throw error;
    }
    if (waitMs > 0) await sleep(waitMs);
  }
  return { problem: 'opening' };
};
