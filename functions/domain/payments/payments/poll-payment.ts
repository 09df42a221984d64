import { setTimeout as sleep } from 'node:timers/promises';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { readSessionOf } from './close-session.ts';
import { recordLandedPayment } from './record-payment.ts';

/** Maximum time that a reader waits for a gateway. */
const READER_WAIT_MS = 1000;
/**
 * Minimum interval between two polls for the same order, and between two polls for any order: gateways have rate
 * limits.
 */
const ORDER_INTERVAL_MS = 5000;
const INTERVAL_MS = 200;

const lastPolledAtMs = warmMap<string, number>();
/** Key of the last poll for any order. */
const ANY = '';

/** If the clock was set back, the interval counts as elapsed. */
const isWithin = (lengthMs: number, sinceMs: number, now: number): boolean => Math.abs(now - sinceMs) < lengthMs;

const mayPoll = (orderId: string): boolean => {
  const now = nowMs();
  if (isWithin(INTERVAL_MS, lastPolledAtMs.get(ANY) ?? -Infinity, now)) return false;
  if (isWithin(ORDER_INTERVAL_MS, lastPolledAtMs.get(orderId) ?? -Infinity, now)) return false;
  if (lastPolledAtMs.size > 1000) lastPolledAtMs.clear();
  lastPolledAtMs.set(orderId, now);
  lastPolledAtMs.set(ANY, now);
  return true;
};

/**
 * Polls the gateway for a payment whose notification is late or missing, and returns the resulting order. Returns the
 * given order if the gateway does not respond in time, or if this process has polled too recently.
 */
export const pollMissedPayment = async (order: OrderRow): Promise<OrderRow> => {
  if (stateOf(order) !== 'unpaid' || !order.session || !mayPoll(order.id)) return order;
  return Promise.race([findPaymentOrLog(order), sleep(READER_WAIT_MS, order, { ref: false })]);
};

/** Polls the gateway and records a payment. Throws `GatewayUnavailable`. */
export const pollPayment = async (order: OrderRow): Promise<OrderRow> => {
  const session = await readSessionOf(order);
  return session.state === 'paid' ? recordLandedPayment(order, session.payment) : order;
};

const findPaymentOrLog = async (order: OrderRow): Promise<OrderRow> => {
  try {
    return await pollPayment(order);
  } catch (error) {
    log.warn('A gateway could not be polled for a payment', { order_id: order.id, cause: error });
    return order;
  }
};
