import { parseArgs } from 'node:util';
import type { WebhookEventType } from '../../functions/domain/notifications/webhooks/schema.ts';
import { clock } from '../../functions/platform/clock.ts';
import { ownMember } from '../../functions/platform/own-member.ts';
import { OpsError, rejectFurther, type Command } from './command.ts';
import { nowAt, openApi, partnerOptions, PARTNER_USAGE, type PartnerApi } from './partner.ts';
import { pointAt } from './target.ts';
import { itemSimulations } from './trigger-items.ts';
import { DAY_MS, HOUR_MS } from '../../functions/platform/durations.ts';

const PAID = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const RETURN_URL = 'http://127.0.0.1/thanks';

interface Product {
  id: string;
  type: string;
  pricing: { minimum_amount?: number };
  options?: { id: string; availability: { in_stock: boolean }; add_on?: boolean; quantity: { minimum: number } }[];
}

/** Simulations of events: the actions of a buyer, a partner or a schedule. */
const SIMULATIONS: Readonly<Record<WebhookEventType, (api: PartnerApi) => Promise<string>>> = {
  'order.created': (api) => createOrder(api),
  'order.payment_authorized': (api) => createPaidOrder(api),
  'order.fulfilled': (api) => createPaidOrder(api),
  'order.delivery_changed': async (api) => {
    const nowMs = await nowAt(api);
    const inDays = (days: number) => ({ send_at: new Date(nowMs + days * DAY_MS).toISOString() });
    const order = await createOrder(api, { delivery: inDays(7) });
    await api.call('POST', `/v2/orders/${order}/delivery`, inDays(14));
    return order;
  },
  'order.payment_failed': async (api) => {
    const order = await createOrder(api);
    await pay(api, order, DECLINED);
    return order;
  },
  'order.refunded': async (api) => {
    const order = await createPaidOrder(api);
    await api.call('POST', `/v2/orders/${order}/refund`);
    return order;
  },
  'order.partially_refunded': async (api) => {
    const order = await createPaidOrder(api);
    await api.call('POST', `/v2/orders/${order}/refund`, { amount: 100 });
    return order;
  },
  'order.expired': async (api) => {
    if (!api.isLocal) throw new OpsError('An order expires after a day; only the stack on this machine can skip it.');
    const order = await createOrder(api);
    await expireAlone(api, order);
    return order;
  },
  'webhook.ping': async (api) => {
    const endpoint = await enabledEndpoint(api);
    await api.call('POST', `/v2/webhook-endpoints/${endpoint}/ping`);
    return endpoint;
  },
  'webhook.endpoint_disabled': async (api) => {
    const endpoint = await enabledEndpoint(api);
    await api.call('PATCH', `/v2/webhook-endpoints/${endpoint}`, { enabled: false });
    await awaitIdle(api);
    await api.call('PATCH', `/v2/webhook-endpoints/${endpoint}`, { enabled: true });
    return endpoint;
  },
  'shipment.posted': async (api) => {
    const order = await createPaidOrder(api, { delivery: { method: 'postal', address: ADDRESS } });
    const waiting = await api.list<{ id: string; order_id: string }>('/v2/shipments?status=waiting');
    const shipment = waiting.find(({ order_id: id }) => id === order);
    if (!shipment) throw new OpsError('The order has no shipment. Does the company deliver by post?');
    await api.call('POST', `/v2/shipments/${shipment.id}/posted`, {
      carrier: 'PostNord',
      tracking_number: 'DK123456789',
    });
    return shipment.id;
  },
  ...itemSimulations({ createPaidOrder: (api) => createPaidOrder(api) }),
};

const enabledEndpoint = async (api: PartnerApi): Promise<string> => {
  const { data } = await api.call<{ data: { id: string; status: string }[] }>('GET', '/v2/webhook-endpoints');
  const endpoint = data.find(({ status }) => status === 'enabled');
  if (!endpoint) throw new OpsError('There is no enabled webhook endpoint. Register one first.');
  return endpoint.id;
};

/** Simulates an event of a type, with all steps that precede it. */
export const trigger: Command = {
  name: 'trigger',
  usage: `EVENT_TYPE ${PARTNER_USAGE}`,
  summary: `Cause an event: ${Object.keys(SIMULATIONS).join(', ')}`,
  run: async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: partnerOptions });
    const [type] = positionals;
    const simulate = type === undefined ? undefined : ownMember(SIMULATIONS, type);
    if (type === undefined || !simulate) {
      throw new OpsError(`Usage: npm run trigger -- ${trigger.usage}`, `Types: ${Object.keys(SIMULATIONS).join(', ')}`);
    }
    rejectFurther(trigger, positionals);
    const api = await openApi(values);
    const about = await simulate(api);
    await awaitIdle(api);
    process.stdout.write(`${type}: ${about}\n`);
  },
};

const A_DAY_AND_AN_HOUR_MS = 25 * HOUR_MS;

/**
 * Expires one order as the sweep would tomorrow, without advancing the clock, which would expire all other unpaid
 * orders.
 */
const expireAlone = async (api: PartnerApi, order: string): Promise<void> => {
  const { company } = await api.call<{ company: { id: string } }>('GET', '/v2/me');
  await pointAt({ url: api.url });
  const now = clock.nowMs;
  clock.nowMs = () => now() + A_DAY_AND_AN_HOUR_MS;
  try {
    const [{ expireOrder }, { orderKey }] = await Promise.all([
      import('../../functions/domain/payments/payments/expire.ts'),
      import('../../functions/domain/checkout/orders/rows.ts'),
    ]);
    if ((await expireOrder(orderKey(company.id, order))) === 'kept') throw new OpsError(`${order} did not expire.`);
  } finally {
    clock.nowMs = now;
  }
};

/** On the local stack, the command waits until no work is left. */
const awaitIdle = async (api: PartnerApi): Promise<void> => {
  if (api.isLocal) await api.call('POST', '/_local/idle');
};

const createOrder = async (api: PartnerApi, extra: object = {}): Promise<string> => {
  const { data } = await api.call<{ data: Product[] }>('GET', '/v2/products');
  const { id } = await api.call<{ id: string }>('POST', '/v2/orders', {
    items: [lineOf(data)],
    sender: { name: 'Trine Trigger', email: 'trine@example.com' },
    recipient: { name: 'Rune Recipient', email: 'rune@example.com' },
    return_url: RETURN_URL,
    ...extra,
  });
  return id;
};

/** The simplest product of the company. */
const lineOf = (products: readonly Product[]): object => {
  const card = products.find(({ type }) => type === 'gift_card');
  if (card) return { product_id: card.id, amount: card.pricing.minimum_amount ?? 0, quantity: 1 };
  for (const product of products) {
    const option = product.options?.find(({ availability, add_on }) => availability.in_stock && !add_on);
    if (option) {
      return { product_id: product.id, product_option_id: option.id, quantity: option.quantity.minimum };
    }
  }
  throw new OpsError('The company sells nothing that can be ordered.');
};

const ADDRESS = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };

const createPaidOrder = async (api: PartnerApi, extra: object = {}): Promise<string> => {
  const order = await createOrder(api, extra);
  await pay(api, order, PAID);
  await awaitIdle(api);
  return order;
};

/** Fills in the test gateway's payment page. */
const pay = async (api: PartnerApi, order: string, card: string): Promise<void> => {
  const session = await api.call<{ url: string }>('POST', `/v2/orders/${order}/checkout-sessions`);
  const body = new URLSearchParams({ card_number: card, expiry: '12/49', cvc: '123' });
  const response = await fetch(session.url, { method: 'POST', redirect: 'manual', body });
  await response.arrayBuffer();
  if (response.status >= 400)
    throw new OpsError(`The payment page returned ${response.status}; is it a test environment?`);
};
