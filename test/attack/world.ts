import { ALL_SCOPES, cardForm } from '../support/seed.ts';
import { giftCard, orderBody, type OrderBody } from '../support/shop.ts';
import type { RunningStack } from '../support/stack.ts';
import { numericIdOf } from '../../functions/domain/company/api-keys/rules.ts';
import { SCOPES } from '../../functions/platform/scopes.ts';

/** Part of every text of the other company. No response to another caller may contain it, except public pages. */
export const FOREIGN_MARK = 'Zzforeignzz';

const keyOf = (at: number): string => `lp_live_${String(at).padStart(32, 'a')}_${String(at).padStart(64, 'b')}`;
export const OWN_KEYS = Array.from({ length: 8 }, (_, at) => keyOf(at));
export const NARROW_KEY = keyOf(20);
export const OLD_KEY = keyOf(21);
export const FOREIGN_KEY = keyOf(22);
const KEEPER_KEY = keyOf(23);

/** Data of both companies; `mark` is in every text. */
const company = (slug: string, mark: string) => ({
  slug,
  name: `${mark} ApS`,
  vat_number: 'DK12345678',
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true, invoice_settlement: true, settlement_modes: ['invoice'] },
  approved_urls: ['https://shop.example/', 'http://127.0.0.1'],
  gift_card: { name: `${mark} card`, minimum_amount: 100, maximum_amount: 500_000, order_fee: 100 },
  greeting: { max_length: 200, designs: [{ id: 7, name: mark, url: 'https://shop.example/7.png' }] },
  delivery: {
    postal: { carrier: 'own_post', destinations: [{ country: 'DK', private: 4900, collection: 3900, company: 5900 }] },
  },
  categories: [{ id: 3, name: mark }],
  order_page: { values: { open: true, return_url: 'https://shop.example/' } },
  vendor: { name: `${mark} vendor`, base_url: 'https://vendor.example/api', prefix: 'VX' },
});

const catalog = (slug: string, mark: string, first: number) => ({
  experiences: [
    {
      company: slug,
      id: first,
      name: `${mark} day`,
      options: [{ id: first, name: mark, amount: 20_000, stock: 1000 }],
    },
  ],
  events: [
    {
      company: slug,
      id: first,
      slug: `${mark.toLowerCase()}-concert`,
      name: `${mark} concert`,
      starts_at: '2040-05-01T19:00:00+02:00',
      comment: { available: true, label: mark, max_length: 100 },
      options: [{ id: first, name: `${mark} seat`, amount: 10_000, stock: 1000 }],
    },
  ],
  special_offers: [
    { company: slug, id: first, name: `${mark} offer`, options: [{ id: first, name: mark, amount: 5000, stock: 500 }] },
  ],
  campaigns: [
    {
      company: slug,
      id: first,
      name: `${mark} campaign`,
      applies_to: 'gift_card',
      kind: 'added-value',
      value: 20,
      amount_from: 400_000,
      codes: Array.from({ length: 20 }, (_, at) => `${mark.toUpperCase()}-${String(at).padStart(4, '0')}`),
    },
  ],
  users: [{ username: `user-${slug}`, password: `password of ${mark}`, company: slug }],
  oauth_clients: [{ client_id: `client-${slug}`, client_secret: `client secret of ${mark}`, company: slug }],
});

const own = catalog('own', 'Ownmark', 1);
const foreign = catalog('foreign', FOREIGN_MARK, 2);
const both = <Part extends keyof typeof own>(part: Part) => [...own[part], ...foreign[part]];

export const attackSeed = {
  companies: [
    // Every company has a public page, on which its mark is visible. This company has no return URL.
    { ...company('own', 'Ownmark'), assigned: ['branch'], order_page: { values: { open: true } } },
    company('foreign', FOREIGN_MARK),
    company('branch', 'Branch'),
  ],
  api_keys: [
    ...OWN_KEYS.map((key, at) => ({ company: 'own', label: `attack ${at}`, key, scopes: [...SCOPES] })),
    { company: 'own', label: 'narrow', key: NARROW_KEY, scopes: ['catalog:read'] },
    { company: 'own', label: 'old', key: OLD_KEY, scopes: ALL_SCOPES, attributed: false },
    { company: 'foreign', label: FOREIGN_MARK, key: FOREIGN_KEY, scopes: [...SCOPES] },
    { company: 'own', label: 'keeper', key: KEEPER_KEY, scopes: [...SCOPES] },
  ],
  experiences: both('experiences'),
  events: both('events'),
  special_offers: both('special_offers'),
  campaigns: both('campaigns'),
  users: both('users'),
  oauth_clients: both('oauth_clients'),
  discount_codes: [{ company: 'own', code: 'TENOFF', percent: 10 }],
};

/** Creates a webhook endpoint, orders in three states and items for one company. */
const furnish = async (stack: RunningStack, key: string, mark: string): Promise<void> => {
  const people = {
    sender: { name: `${mark} Anna`, email: `anna@${mark.toLowerCase()}.example` },
    recipient: { name: `${mark} Bo`, email: `bo@${mark.toLowerCase()}.example` },
    greeting: { message: `${mark} greets` },
    client_reference: `${mark}-1`,
  };
  await stack.post('/v2/webhook-endpoints', {
    key,
    idempotencyKey: true,
    body: { url: 'http://127.0.0.1:9/hook', events: ['order.created', 'order.fulfilled'] },
  });
  for (let at = 0; at < 3; at++) {
    const body = orderBody(giftCard(20_000), people);
    const { body: order } = await stack.post<OrderBody>('/v2/orders', { key, idempotencyKey: true, body });
    if (at === 0) continue;
    const path = `/v2/orders/${order.id}/checkout-sessions`;
    const { body: session } = await stack.post<{ url: string }>(path, { key, idempotencyKey: true });
    if (at === 1) continue;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await stack.post(session.url, { body: cardForm('paid'), headers });
  }
  await stack.post('/v2/items', { key, body: { amount: 100, piece: 3, receiver_name: `${mark} Bo` } });
  await stack.post('/v2/items', { key, body: { amount: 100, piece: 2, capture: false } });
  await stack.idle();
};

/** Ids by kind for requests: of existing objects, of objects of the other company, and from responses. */
export class Pool {
  readonly #known = new Map<string, string[]>();

  add(kind: string, value: string): void {
    // Excludes the ids of the API keys that the run uses, so that no request revokes them.
    if (kind === 'id' && NEEDED_KEYS.has(Number(value))) return;
    const values = this.#known.get(kind) ?? [];
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > KEPT_MAX) values.splice(Math.floor(KEPT_MAX / 4), 1);
    this.#known.set(kind, values);
  }

  pick(kind: string, at: number): string {
    const values = this.#known.get(kind) ?? [];
    // Newest first: most operations are possible on new objects.
    return values[values.length - 1 - (at % Math.max(1, values.length))] ?? `${kind}_${at}`;
  }

  /** Collects the ids in a response. */
  harvest(text: string, headers: Record<string, unknown>): void {
    for (const [kind, pattern] of Object.entries(PATTERNS)) {
      for (const [found] of text.slice(0, 100_000).matchAll(pattern)) this.add(kind, found);
    }
    for (const name of ['etag', 'x-request-guid']) {
      const value = headers[name];
      if (typeof value === 'string') this.add(name, value);
    }
  }
}

const NEEDED_KEYS = new Set(
  [...OWN_KEYS, NARROW_KEY, OLD_KEY, FOREIGN_KEY, KEEPER_KEY].map((key) => numericIdOf(key.split('_')[2] ?? '')),
);

const KEPT_MAX = 60;

const PATTERNS: Record<string, RegExp> = {
  order_id: /\b(?:po_[0-9a-f]{32}|ord_[0-9a-f]+)\b/g,
  line_id: /\bpoli_[0-9a-f]{32}\b/g,
  code: /\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){4}\b/g,
  endpoint_id: /\bwh_[0-9a-f]+\b/g,
  delivery_id: /\bwhd_[0-9a-f]+\b/g,
  event_id: /\bevt_[0-9a-f]{32}\b/g,
  picture_id: /\bgimg_[0-9a-f]{32}\b/g,
  session_id: /\bcs_[0-9a-f]{32}\b/g,
  group_code: /(?<="group_code":")[^"]+/g,
  cursor: /(?<="next_cursor":")[^"]+/g,
  draft_id: /\bopd_[0-9a-f]{32}\b/g,
  revision_id: /\bopr_\w+\b/g,
  id: /(?<="id":)\d{6,15}\b/g,
  document_token: /(?<=\/documents\/(?:items\/)?)[\w.-]{20,}/g,
  product_id: /\b(?:gcv|evt|so)_\d+\b/g,
  product_option_id: /\b(?:gcvo|evto|sov)_\d+\b/g,
};

/** Creates the objects that a route of this path requires, so that its next request can succeed. */
export const replenish = async (stack: RunningStack, pool: Pool, path: string): Promise<void> => {
  const key = KEEPER_KEY;
  const post = async (target: string, body?: object): Promise<string> => {
    const { bytes, headers } = await stack.post(target, { key, idempotencyKey: true, ...(body ? { body } : {}) });
    pool.harvest(bytes.toString(), Object.fromEntries(headers));
    return bytes.toString();
  };
  const idIn = (text: string): string => (JSON.parse(text) as { id?: string }).id ?? '';
  if (/\{(order_id|session_id|line_id|reference)\}/.test(path)) {
    const paid = idIn(await post('/v2/orders', orderBody(giftCard(20_000))));
    const { body } = await stack.post<{ url?: string }>(`/v2/orders/${paid}/checkout-sessions`, {
      key,
      idempotencyKey: true,
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    // Pays the order, which is fulfilled while further requests arrive.
    if (body.url) await stack.post(body.url, { body: cardForm('paid'), headers });
    const unpaid = idIn(await post('/v2/orders', orderBody(giftCard(30_000))));
    await post(`/v2/orders/${unpaid}/checkout-sessions`);
    await post('/v2/items', { amount: 100, piece: 2, capture: false });
  }
  if (/\{(code|token)\}/.test(path) || path.includes('/claim')) await post('/v2/items', { amount: 100, piece: 3 });
  if (path.includes('{endpoint_id}')) {
    await post('/v2/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', events: ['order.created'] });
  }
  if (path.includes('{draft_id}')) await post('/v2/order-page/drafts', {});
  if (path === '/v2/api-keys/{id}') await post('/v2/api-keys', { label: 'x', scopes: ['items:read'] });
  if (path.includes('upload-intents')) {
    await post('/v2/greeting-images/upload-intents', { sha256: 'a'.repeat(64), byte_size: 46, mime: 'image/png' });
  }
};

/** Fills both companies, and collects their ids. */
export const buildWorld = async (stack: RunningStack): Promise<Pool> => {
  const pool = new Pool();
  const lists = ['/v2/orders', '/v2/webhook-events', '/v2/webhook-endpoints', '/v2/webhook-deliveries', '/v2/products'];
  for (const [key, mark] of [
    [FOREIGN_KEY, FOREIGN_MARK],
    [KEEPER_KEY, 'Ownmark'],
  ] as const) {
    await furnish(stack, key, mark);
    for (const path of [
      ...lists,
      '/v2/order-page/revisions',
      '/v2/items?search=Ownmark',
      `/v2/items?search=${FOREIGN_MARK}`,
    ]) {
      const { bytes } = await stack.get(path, { key });
      pool.harvest(bytes.toString(), {});
    }
  }
  const names: Record<string, string[]> = {
    slug: ['own', 'branch', 'foreign', 'ownmark-concert', `${FOREIGN_MARK.toLowerCase()}-concert`],
    company_id: ['own', 'own', 'branch', 'foreign'],
    code: Array.from({ length: 8 }, (_, at) => `OWNMARK-${String(at).padStart(4, '0')}`).concat(
      'VX-SPA-1000',
      'VX-NONE',
    ),
    asset: ['logo', 'logo_on_light', 'pdf_background', 'nothing'],
    product_id: ['gift_card_value'],
    email: ['anna@ownmark.example', `anna@${FOREIGN_MARK.toLowerCase()}.example`],
    id: ['1', '281474976710655'],
    reference: ['tp_1'],
    file: ['logo.png'],
  };
  for (const [kind, values] of Object.entries(names)) for (const value of values) pool.add(kind, value);
  return pool;
};
