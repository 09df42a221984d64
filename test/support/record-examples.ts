import earlier from '../../functions/api/docs/openapi/examples.json' with { type: 'json' };
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { patternMatcher } from '../../functions/fallback/match.ts';
import { routes } from '../../functions/routes.ts';
import { Shop } from './shop.ts';
import { mergeExamples } from './merge-examples.ts';
import { startStack, type CallOptions } from './stack.ts';

/**
 * Records the examples of the OpenAPI document from a real run: `node test/support/record-examples.ts`. Run it again
 * when responses change.
 */
const FILE = 'functions/api/docs/openapi/examples.json';
const SHOWN_URL = 'http://127.0.0.1:3000';
const SHOWN_ENTRIES = 2;

const stack = await startStack();
const key = stack.key('nordlys', 'demo, everything (live)');
const shop = new Shop(stack, key);
const examples: Record<string, { status: number; request?: unknown; response?: unknown }> = {};

/** Shortens lists, except those of scopes and events. */
const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, SHOWN_ENTRIES).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, ['scopes', 'events'].includes(name) ? member : cut(member)]),
  );
};

const call = async (method: string, path: string, options: CallOptions = {}): Promise<Record<string, unknown>> => {
  const { status, body } = await stack.call(method, path, { key, ...options });
  const route = routes.find((each) => each.method === method && patternMatcher(path)(each.path));
  if (!route || status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  examples[route.name] = {
    status,
    ...(route.body && options.body !== undefined ? { request: options.body } : {}),
    ...(typeof body === 'object' ? { response: cut(body) } : {}),
  };
  return body;
};

const text = (value: unknown): string => String(value);
const firstOf = (list: Record<string, unknown>): Record<string, unknown> =>
  (list['data'] as Record<string, unknown>[])[0] ?? {};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const account = async (): Promise<void> => {
  await call('GET', '/v2/health');
  await call('GET', '/v2/me');
  const body = { label: 'web shop', scopes: ['catalog:read', 'quotes:create'], expires_in_days: 90 };
  await call('POST', '/v2/api-keys', { body });
  await call('GET', '/v2/api-keys');
  await call('GET', '/v2/companies');
  await call('GET', '/v2/companies/nordlys');
  await call('GET', '/v2/audit-log');
};

const RECEIVER_DELIVERY = { method: 'recipient_email' };
const ORDER = {
  items: [{ product_id: 'gift_card_value', amount: 50_000, quantity: 1 }],
  sender: { name: 'Anna Holm', email: 'anna@example.com' },
  recipient: { name: 'Bo Lind', email: 'bo@example.com' },
  return_url: 'https://shop.example/thanks',
  client_reference: 'cart-4711',
  greeting: { message: 'Tillykke, Bo!', image: { source: 'design', design_id: 'gid_7' } },
  delivery: RECEIVER_DELIVERY,
};

const sale = async (): Promise<string> => {
  await call('GET', '/v2/products');
  await call('GET', '/v2/products/gift_card_value');
  await call('GET', '/v2/pickup-points', { query: { country: 'DK', postcode: '2100' } });
  const { items, delivery } = ORDER;
  await call('POST', '/v2/quotes', { body: { items, delivery, discount_code: 'SUMMER10' } });
  const intent = { sha256: createHash('sha256').update(PNG).digest('hex'), byte_size: PNG.length, mime: 'image/png' };
  const opened = await call('POST', '/v2/greeting-images/upload-intents', { body: intent, idempotencyKey: true });
  const upload = opened['upload'] as { url: string; headers: Record<string, string> };
  await fetch(upload.url, { method: 'PUT', body: PNG, headers: upload.headers });
  await call('POST', `/v2/greeting-images/upload-intents/${text(opened['id'])}/finalize`, { idempotencyKey: true });
  const order = await call('POST', '/v2/orders', { body: ORDER, idempotencyKey: true });
  const id = text(order['id']);
  const session = await call('POST', `/v2/orders/${id}/checkout-sessions`, { idempotencyKey: true });
  await shop.pay(text(session['url']));
  await stack.idle();
  await call('GET', `/v2/orders/${id}`);
  await call('GET', `/v2/orders/${id}/events`);
  await call('GET', '/v2/orders', { query: { status: 'fulfilled' } });
  return id;
};

const items = async (orderId: string): Promise<void> => {
  const reply = await call('GET', '/v2/items', { query: { order_id: orderId } });
  const path = `/v2/items/${text(firstOf(reply)['code'])}`;
  await call('GET', path);
  await call('POST', `${path}/claim`, { body: { type: 'amount', amount: 125.5, claim_note: 'Lunch' } });
  await call('POST', `${path}/refund`, { body: { type: 'amount', amount: 25.5 } });
  await call('POST', `${path}/resend`, { body: { email: 'bo@example.com' } });
  await call('GET', `${path}/history`);
  await call('GET', '/v2/promotions');
  const issue = { amount: 250, piece: 2, receiver_name: 'Bo Lind', receiver_email: 'bo@example.com' };
  const issued = await call('POST', '/v2/items', { body: { ...issue, capture: false } });
  await call('POST', `/v2/orders/${text(issued['order_id'])}/capture`);
  await call('POST', `/v2/orders/${text(issued['order_id'])}/claim`, { body: {} });
  const fresh = await call('POST', '/v2/items', { body: issue });
  const [item] = fresh['items'] as { code: string }[];
  await call('POST', `/v2/items/${item?.code ?? ''}/cancel`);
  await call('POST', '/v2/items/SPRING-0001/activate', { body: { amount: 1000 } });
  await call('POST', `/v2/orders/${orderId}/refund`, { body: { amount: 10_000 }, idempotencyKey: true });
  const unpaid = await shop.order(ORDER.items);
  const settlement = { mode: 'invoice', external_reference: 'invoice-2027-118' };
  await call('POST', `/v2/orders/${unpaid.body.id}/settle`, { body: settlement, idempotencyKey: true });
};

const webhooks = async (receiver: string): Promise<void> => {
  const body = { url: `${receiver}/webhooks`, events: ['order.created', 'order.fulfilled', 'order.refunded'] };
  const endpoint = await call('POST', '/v2/webhook-endpoints', { body, idempotencyKey: true });
  const path = `/v2/webhook-endpoints/${text(endpoint['id'])}`;
  await call('POST', `${path}/ping`, { idempotencyKey: true });
  await shop.sell(ORDER.items);
  await stack.idle();
  await call('GET', '/v2/webhook-endpoints');
  await call('GET', path);
  await call('PATCH', path, { body: { events: ['order.fulfilled'] } });
  await call('POST', `${path}/rotate-secret`, { idempotencyKey: true });
  await call('POST', `${path}/replay-failed`, {
    body: { created_after: '2026-01-01T00:00:00Z' },
    idempotencyKey: true,
  });
  const deliveries = await call('GET', '/v2/webhook-deliveries', { query: { status: 'delivered' } });
  const delivery = `/v2/webhook-deliveries/${text(firstOf(deliveries)['id'])}`;
  await call('GET', delivery);
  await call('POST', `${delivery}/replay`, { idempotencyKey: true });
  await call('GET', '/v2/webhook-events');
};

const orderPage = async (): Promise<void> => {
  const path = '/v2/order-page';
  const matching = (tag: unknown) => ({ 'If-Match': text(tag) });
  await call('GET', `${path}/schema`, { query: { lang: 'en' } });
  const live = await call('GET', path);
  const body = { values: { title: { da: 'Gaver fra havnen', en: 'Gifts from the harbour' } } };
  await call('PATCH', path, { body, headers: matching(live['etag']) });
  const opening = { values: { featured_products: ['gcv_12'] }, note: 'Spring' };
  const draft = await call('POST', `${path}/drafts`, { body: opening, idempotencyKey: true });
  await call('GET', `${path}/drafts`);
  const draftPath = `${path}/drafts/${text(draft['id'])}`;
  await call('GET', draftPath);
  const more = { values: { suggested_amounts: [20_000, 50_000, 100_000] } };
  const changed = await call('PATCH', draftPath, { body: more, headers: matching(draft['etag']) });
  const publishing = { headers: matching(changed['etag']), idempotencyKey: true } as const;
  const revision = await call('POST', `${draftPath}/publish`, publishing);
  await call('GET', `${path}/revisions`);
  const revisionPath = `${path}/revisions/${text(revision['id'])}`;
  await call('GET', revisionPath);
  await call('POST', `${revisionPath}/restore`, { idempotencyKey: true });
};

const reports = async (): Promise<void> => {
  const window = { date_from: '2026-01-01', date_to: '2030-12-31' };
  const wanted: [string, Record<string, string>][] = [
    ['/v2/events', {}],
    ['/v2/events/jazz/participants', {}],
    ['/v2/reports/analytics', {}],
    ['/v2/reports/claimed-items', window],
    ['/v2/reports/liability', {}],
    ['/v2/reports/integrity', {}],
    ['/v2/subscribers', {}],
  ];
  for (const [path, query] of wanted) {
    if (routes.some((route) => route.method === 'GET' && patternMatcher(path)(route.path)))
      await call('GET', path, { query });
  }
};

const receiver = createServer((_request, response) => response.writeHead(204).end());
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
try {
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await account();
  await shop.sell([{ product_id: 'evt_5', product_option_id: 'evto_51', quantity: 2 }], {
    marketing_consent: { granted: true, source: 'storefront_checkout', consent_text: 'Yes, send me news.' },
  });
  await items(await sale());
  await webhooks(receiverUrl);
  await reports();
  await orderPage();
  const recorded = JSON.stringify(mergeExamples(earlier, examples), null, 2)
    .replaceAll(stack.url, SHOWN_URL)
    .replaceAll(receiverUrl, 'https://shop.example')
    .replaceAll(/(lp_(?:live|test)_[0-9a-f]{32}_)[0-9a-f]{64}/g, `$1${'0123456789abcdef'.repeat(4)}`)
    .replaceAll(/whsec_[A-Za-z0-9+/]{43}=/g, `whsec_${'0123456789'.repeat(4)}abc=`)
    .replaceAll(/(X-Amz-(?:Signature|Credential)=)[^"&]+/g, '$1example');
  await writeFile(FILE, `${recorded}\n`);
  process.stdout.write(`${Object.keys(examples).length} examples in ${FILE}\n`);
} finally {
  receiver.close();
  await stack.stop();
}
