import { AMOUNT, MODE } from './company.ts';

interface SaleRequest {
  method: 'GET' | 'POST';
  path: string;
  idempotencyKey?: string;
  body?: object;
}

/** Sends a request to the public API. */
type ApiCall = (request: SaleRequest) => Promise<{ status: number; body: unknown }>;

/** A step of the sale got an unexpected response. */
class SaleFailed extends Error {
  readonly logDetails: { step: string; status: number; found?: string };
  constructor(step: string, status: number, found?: string) {
    super(`The synthetic sale failed at ${step}`);
    this.name = 'SaleFailed';
    this.logDetails = { step, status, ...(found === undefined ? {} : { found }) };
  }
}

interface Sale {
  /** Identifies this sale: a repeat with the same id makes no second sale. */
  id: string;
  call: ApiCall;
  /** Waits between reads of data that is not available yet. */
  wait: () => Promise<void>;
  /** Maximum number of reads of the same data. */
  reads: number;
}

interface Order {
  id: string;
  status: string;
}
interface Item {
  code: string;
  remaining_amount: number;
}
interface Redemption {
  id: string;
  captured_amount: number;
  refunded_amount: number;
}

/** Reserved by RFC 2606: no email can be delivered there, and none is sent. */
const BUYER = { name: 'Synthetic sale', email: 'synthetic-sale@example.com' };
const VALUE = AMOUNT / 100;

const send = async <T>({ call, id }: Sale, step: string, request: SaleRequest): Promise<T> => {
  const named =
    request.method === 'POST' ? { ...request, idempotencyKey: `${id}-${step.replaceAll(' ', '-')}` } : request;
  const { status, body } = await call(named);
  if (status < 200 || status >= 300) throw new SaleFailed(step, status);
  return body as T;
};

const expectEqual = (step: string, actual: unknown, expected: unknown): void => {
  if (actual !== expected) throw new SaleFailed(step, 200, String(actual));
};

const awaitFulfillment = async (sale: Sale, path: string): Promise<void> => {
  let status = '';
  for (let read = 0; read < sale.reads; read++) {
    await sale.wait();
    ({ status } = await send<Order>(sale, 'fulfillment', { method: 'GET', path }));
    if (status === 'fulfilled') return;
  }
  throw new SaleFailed('fulfillment', 200, status);
};

/**
 * The only item of the order. Repeats the read until it returns the item with its full value, because the index may
 * lag.
 */
const itemOf = async (sale: Sale, step: string, orderId: string): Promise<Item> => {
  let actual = '';
  for (let read = 0; read < sale.reads; read++) {
    if (read > 0) await sale.wait();
    const { data } = await send<{ data: Item[] }>(sale, step, { method: 'GET', path: `/v2/items?order_id=${orderId}` });
    const [item] = data;
    if (item && data.length === 1 && item.remaining_amount === VALUE) return item;
    actual = `${data.length} items, ${item?.remaining_amount} left`;
  }
  throw new SaleFailed(step, 200, actual);
};

/**
 * Sells, redeems and refunds one gift card through the public API: order, settlement, fulfillment, item, redemption and
 * its refund. Throws `SaleFailed` at the first unexpected response.
 */
export const sellOnce = async (sale: Sale): Promise<void> => {
  const order = await send<Order>(sale, 'order', {
    method: 'POST',
    path: '/v2/orders',
    body: { items: [{ product_id: 'gift_card_value', amount: AMOUNT, quantity: 1 }], sender: BUYER },
  });
  const path = `/v2/orders/${order.id}`;
  const settlement = { mode: MODE, external_reference: sale.id };
  const settled = await send<Order>(sale, 'settlement', { method: 'POST', path: `${path}/settle`, body: settlement });
  expectEqual('settlement', ['paid', 'fulfilled'].includes(settled.status), true);
  await awaitFulfillment(sale, path);
  const item = await itemOf(sale, 'item', order.id);
  const redemption = await send<Redemption>(sale, 'redemption', {
    method: 'POST',
    path: '/v2/redemptions',
    body: { sources: [{ code: item.code, amount: VALUE }] },
  });
  expectEqual('redemption', redemption.captured_amount, VALUE);
  const refund = await send<Redemption>(sale, 'refund', {
    method: 'POST',
    path: `/v2/redemptions/${redemption.id}/refund`,
  });
  expectEqual('refund', refund.refunded_amount, VALUE);
  await itemOf(sale, 'refunded item', order.id);
};
