import { randomUUID } from 'node:crypto';
import type { Answer, RunningStack } from './stack.ts';

const hex = (digit: string, length: number): string => digit.repeat(length);

/** Keys of two unrelated shops and of an agency, and keys with limited scopes or without attribution. */
export const KEYS = {
  nordlys: `lp_live_${hex('a', 32)}_${hex('1', 64)}`,
  fjord: `lp_live_${hex('b', 32)}_${hex('2', 64)}`,
  reader: `lp_live_${hex('c', 32)}_${hex('3', 64)}`,
  stranger: `lp_live_${hex('d', 32)}_${hex('4', 64)}`,
  agency: `lp_live_${hex('e', 32)}_${hex('5', 64)}`,
  unattributed: `lp_live_${hex('f', 32)}_${hex('6', 64)}`,
};

const SELLS = ['orders:create', 'orders:read', 'orders:refund', 'checkout:create', 'webhooks:read', 'webhooks:write'];

const shop = (slug: string, name: string, more: object = {}) => ({
  slug,
  name,
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true },
  approved_urls: ['https://shop.example/hooks', 'http://127.0.0.1', 'http://localhost'],
  defaults: { sender_name: name, no_reply_email: `no-reply@${slug}.example` },
  gift_card: { name: 'Gift card', minimum_amount: 10000, maximum_amount: 500000 },
  ...more,
});

/** Operator data for webhook tests. */
export const WEBHOOK_SEED = {
  companies: [
    shop('nordlys', 'Nordlys ApS', { contact: { email: 'hello@nordlys.example' } }),
    shop('fjord', 'Fjord ApS'),
    shop('lumen', 'Lumen ApS', { assigned: ['fjord'] }),
  ],
  api_keys: [
    { company: 'nordlys', label: 'nordlys', key: KEYS.nordlys, scopes: SELLS },
    { company: 'fjord', label: 'fjord', key: KEYS.fjord, scopes: SELLS },
    { company: 'nordlys', label: 'reader', key: KEYS.reader, scopes: ['webhooks:read'] },
    { company: 'nordlys', label: 'stranger', key: KEYS.stranger, scopes: ['orders:read'] },
    { company: 'lumen', label: 'agency', key: KEYS.agency, scopes: SELLS },
    { company: 'nordlys', label: 'old', key: KEYS.unattributed, scopes: SELLS, attributed: false },
  ],
};

export interface EndpointBody {
  id: string;
  url: string;
  events: string[];
  status: string;
  disabled_reason: string | null;
  secret?: string;
  secret_version: number;
  previous_secret_version: number | null;
  previous_secret_expires_at: string | null;
  failure_count: number;
  consecutive_failures: number;
  last_success_at: string | null;
  last_failure_at: string | null;
}

export interface DeliveryBody {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  order_id: string | null;
  status: string;
  attempt_count: number;
  next_attempt_at: string | null;
  last_response_status: number | null;
  last_error: string | null;
  attempts: {
    attempted_at: string;
    duration_ms: number;
    response_status: number | null;
    response_excerpt: string | null;
    error: string | null;
  }[];
}

export interface ListBody<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

export const ALL_EVENTS = [
  'order.created',
  'order.payment_authorized',
  'order.fulfilled',
  'order.payment_failed',
  'order.refunded',
  'order.partially_refunded',
  'order.expired',
];

/** A partner's use of the webhook routes, on one stack and with one key. */
export class Partner {
  readonly stack: RunningStack;
  readonly key: string;

  constructor(stack: RunningStack, key: string = KEYS.nordlys) {
    this.stack = stack;
    this.key = key;
  }

  async register(url: string, events: string[] = ALL_EVENTS): Promise<EndpointBody & { secret: string }> {
    const answer = await this.send<EndpointBody & { secret: string }>('/v2/webhook-endpoints', { url, events });
    if (answer.status !== 201) throw new Error(`register: ${answer.status} ${answer.bytes.toString()}`);
    return answer.body;
  }

  send<T>(path: string, body?: unknown, idempotencyKey: string = randomUUID()): Promise<Answer<T>> {
    return this.stack.post<T>(path, { key: this.key, idempotencyKey, ...(body === undefined ? {} : { body }) });
  }

  async endpoint(id: string): Promise<EndpointBody> {
    return (await this.stack.get<EndpointBody>(`/v2/webhook-endpoints/${id}`, { key: this.key })).body;
  }

  ping(id: string, idempotencyKey: string = randomUUID()) {
    return this.send<{ id: string; delivery_id: string }>(
      `/v2/webhook-endpoints/${id}/ping`,
      undefined,
      idempotencyKey,
    );
  }

  async delivery(id: string): Promise<DeliveryBody> {
    return (await this.stack.get<DeliveryBody>(`/v2/webhook-deliveries/${id}`, { key: this.key })).body;
  }

  async deliveries(query: Record<string, string> = {}): Promise<DeliveryBody[]> {
    const answer = await this.stack.get<ListBody<DeliveryBody>>('/v2/webhook-deliveries', { key: this.key, query });
    if (answer.status !== 200) throw new Error(`deliveries: ${answer.status} ${answer.bytes.toString()}`);
    return answer.body.data;
  }

  /** Creates an unpaid order of one gift card, and returns its id. */
  async order(more: object = {}, idempotencyKey: string = randomUUID()): Promise<string> {
    const answer = await this.send<{ id: string }>(
      '/v2/orders',
      {
        items: [{ product_id: 'gift_card_value', amount: 50000, quantity: 1 }],
        sender: { name: 'Bodil Buyer', email: 'bodil@example.com' },
        recipient: { name: 'Rasmus Recipient', email: 'rasmus@example.com' },
        greeting: { message: 'Hjertelig tillykke' },
        return_url: 'http://127.0.0.1/thanks',
        ...more,
      },
      idempotencyKey,
    );
    if (answer.status !== 201) throw new Error(`order: ${answer.status} ${answer.bytes.toString()}`);
    return answer.body.id;
  }

  /** Opens the payment page of an order and submits a card. */
  async pay(orderId: string, card = '4242 4242 4242 4242'): Promise<void> {
    const session = await this.send<{ url: string }>(`/v2/orders/${orderId}/checkout-sessions`);
    if (session.status !== 201) throw new Error(`session: ${session.status} ${session.bytes.toString()}`);
    await this.sendCard(session.body.url, card);
  }

  async sendCard(url: string, card: string): Promise<void> {
    const body = new URLSearchParams({ card_number: card, expiry: '12/39', cvc: '123' });
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', body });
    await answer.arrayBuffer();
    if (answer.status !== 303) throw new Error(`payment page: ${answer.status}`);
  }
}
