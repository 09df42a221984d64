import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { Row } from '../../../functions/storage/table.ts';
import { aDelivery } from '../../support/deliveries.ts';
import { anOrder } from '../../support/orders.ts';
import { ITEMS_PER_ORDER, LARGE_COMPANY, orderIdOf, rowsOfItems, SPAN_DAYS } from '../items-data.ts';

/** Maximum number of addresses in a filter. */
export const BUYERS = 20;
/** Orders of one buyer: the same in every table, so that sizes are comparable. */
const ORDERS_OF_BUYER = 150;
/** One in N orders is refunded, until there are enough for two pages. */
const REFUNDED_EVERY = 20;
const REFUNDED = 200;
const DELIVERIES_FAILED = 200;
const DAY_MS = 86_400_000;

export const ENDPOINT = `wh_${'7'.repeat(32)}`;
export const EVENT_TYPE = 'order.fulfilled';
export const buyerOf = (buyer: number): string => `regular-${buyer}@example.com`;
export const cartOf = (order: number): string => `cart-${order}`;

/** The first orders belong to regular buyers, so that each has the same number in every table. */
const emailOf = (order: number): string => {
  const buyer = Math.floor(order / ORDERS_OF_BUYER);
  return buyer < BUYERS ? buyerOf(buyer) : `once-${order}@example.com`;
};

const orderRow = (order: number, createdAtMs: number): OrderRow => {
  const isRefunded = order % REFUNDED_EVERY === 0 && order / REFUNDED_EVERY < REFUNDED;
  return anOrder({
    company: LARGE_COMPANY,
    id: orderIdOf(order),
    createdAtMs,
    updatedAtMs: createdAtMs,
    status: 'fulfilled',
    payment: {
      status: isRefunded ? 'refunded' : 'captured',
      captured: 51_000,
      refunded: isRefunded ? 51_000 : 0,
      failedAttempts: [],
    },
    fulfillment: { status: 'fulfilled' },
    sender: { name: 'Buyer', email: emailOf(order) },
    clientReference: cartOf(order),
  });
};

const deliveryRow = (order: number, createdAtMs: number): Row => {
  const hex = order.toString(16).padStart(32, '0');
  return aDelivery({
    id: `whd_${hex}`,
    company: LARGE_COMPANY,
    endpointId: ENDPOINT,
    eventId: `evt_${hex}`,
    eventType: EVENT_TYPE,
    orderId: orderIdOf(order),
    status: order < DELIVERIES_FAILED ? 'failed' : 'delivered',
    createdAtMs,
  });
};

/**
 * Rows of a company with N orders, the newest at `endMs`, each with `ITEMS_PER_ORDER` items and a delivery. Deliveries
 * are within their retention.
 */
export function* rowsOfTable(orders: number, endMs: number): Generator<Row[], void, undefined> {
  yield* rowsOfItems(orders * ITEMS_PER_ORDER, endMs);
  const deliveredForMs = 20 * DAY_MS;
  for (let order = 0; order < orders; order++) {
    const age = 1 - (order + 1) / orders;
    yield [
      orderRow(order, Math.floor(endMs - SPAN_DAYS * DAY_MS * age)),
      deliveryRow(order, Math.floor(endMs - deliveredForMs * age)),
    ];
  }
}
