import { cardForm, type Card, API_KEY } from './seed.ts';
import type { Answer, CallOptions, RunningStack } from './stack.ts';

/** The members of an order in the API that tests use. */
export interface OrderBody {
  id: string;
  reference: string;
  status: string;
  created_at: string;
  payment: { status: string; captured_amount: number; refunded_amount: number };
  fulfillment: { status: string | null };
  amounts: Record<'subtotal' | 'discount' | 'fees' | 'shipping' | 'tax' | 'total', number>;
  line_items: {
    id: string;
    quantity: number;
    issued_count: number;
    discount: number;
    subtotal: number;
    pdf?: { url: string };
    gift_card_pdf?: { url: string } | null;
  }[];
  gift_card_pdf?: { url: string };
  client_reference: string | null;
  return_url: string | null;
  delivery: Record<string, unknown>;
}

export interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string[]> };
}

export const giftCard = (amount = 50000, quantity = 1) => [{ product_id: 'gift_card_value', amount, quantity }];
export const experience = (id: number, quantity = 1) => [
  { product_id: `gcv_${id}`, product_option_id: `gcvo_${id}`, quantity },
];
export const offer = (id: number, quantity = 1) => [
  { product_id: `so_${id}`, product_option_id: `sov_${id}`, quantity },
];
export const ticket = (event: number, option: number, quantity = 1, details?: object) => ({
  product_id: `evt_${event}`,
  product_option_id: `evto_${option}`,
  quantity,
  ...(details ? { ticket: details } : {}),
});

export const orderBody = (items: object[], more: object = {}) => ({
  items,
  sender: { name: 'Anna', email: 'anna@example.com' },
  recipient: { name: 'Bo', email: 'bo@example.com' },
  return_url: 'https://shop.example/thanks?cart=7',
  ...more,
});

/** A shop's partner: frequent operations of tests, through the public API. */
export class Shop {
  readonly stack: RunningStack;
  readonly key: string;

  constructor(stack: RunningStack, key: string = API_KEY) {
    this.stack = stack;
    this.key = key;
  }

  order<T = OrderBody>(items: object[], more: object = {}, options: CallOptions = {}): Promise<Answer<T>> {
    return this.stack.post<T>('/v2/orders', {
      key: this.key,
      idempotencyKey: true,
      body: orderBody(items, more),
      ...options,
    });
  }

  refused(items: object[], more: object = {}): Promise<Answer<ErrorBody>> {
    return this.order<ErrorBody>(items, more);
  }

  async read(orderId: string): Promise<OrderBody> {
    return (await this.stack.get<OrderBody>(`/v2/orders/${orderId}`, { key: this.key })).body;
  }

  session<T = { id: string; url: string; order: OrderBody }>(
    orderId: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    const path = `/v2/orders/${orderId}/checkout-sessions`;
    return this.stack.post<T>(path, { key: this.key, idempotencyKey: true, ...options });
  }

  pay(url: string, card: Card = 'paid'): Promise<Answer> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.stack.post(url, { body: cardForm(card), headers });
  }

  refund<T = Record<string, unknown>>(orderId: string, body?: object, options: CallOptions = {}): Promise<Answer<T>> {
    return this.stack.post<T>(`/v2/orders/${orderId}/refund`, {
      key: this.key,
      idempotencyKey: true,
      ...(body ? { body } : {}),
      ...options,
    });
  }

  /** Orders, pays and waits until idle. */
  async sell(items: object[], more: object = {}, card: Card = 'paid'): Promise<OrderBody> {
    const { body } = await this.order(items, more);
    const { body: session } = await this.session(body.id);
    await this.pay(session.url, card);
    await this.stack.idle();
    return this.read(body.id);
  }
}
