import { setTimeout as sleep } from 'node:timers/promises';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { readSessionOf } from './close-session.ts';
import { takeLanded } from './take-payment.ts';

/** A reader does not wait longer than this for a gateway. */
const READER_WAIT_MS = 1000;
/** The same order is not asked about again so soon, nor many orders at once: a gateway limits how often it is asked. */
const ORDER_INTERVAL_MS = 5000;
const INTERVAL_MS = 200;

const askedAtMs = warmMap<string, number>();
let lastAskedAtMs = -Infinity;

/** Also by a clock that was set back since. */
const isWithin = (lengthMs: number, sinceMs: number, now: number): boolean => Math.abs(now - sinceMs) < lengthMs;

const mayAsk = (orderId: string): boolean => {
  const now = nowMs();
  if (isWithin(INTERVAL_MS, lastAskedAtMs, now)) return false;
  if (isWithin(ORDER_INTERVAL_MS, askedAtMs.get(orderId) ?? -Infinity, now)) return false;
  if (askedAtMs.size > 1000) askedAtMs.clear();
  askedAtMs.set(orderId, now);
  lastAskedAtMs = now;
  return true;
};

/**
 * The order after its gateway was asked for a payment: a notification may be late or missing. Without an answer in time
 * the known order is returned.
 */
export const lookForPayment = async (order: OrderRow): Promise<OrderRow> => {
  if (stateOf(order) !== 'unpaid' || !order.session || !mayAsk(order.id)) return order;
  return Promise.race([lookQuietly(order), sleep(READER_WAIT_MS, order, { ref: false })]);
};

/** Asks the gateway and records a payment that it reports. Throws `GatewayUnavailable`. */
export const findPayment = async (order: OrderRow): Promise<OrderRow> => {
  const found = await readSessionOf(order);
  return found.state === 'paid' ? takeLanded(order, found.payment) : order;
};

const lookQuietly = async (order: OrderRow): Promise<OrderRow> => {
  try {
    return await findPayment(order);
  } catch (error) {
    log.warn('A gateway could not be asked for a payment', { order_id: order.id, cause: error });
    return order;
  }
};
