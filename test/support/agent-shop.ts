import { randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '../../functions/platform/scopes.ts';
import type { Arguments } from './agent.ts';
import { CATALOG_SAMPLES } from './agent-catalog-samples.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { experience, giftCard, orderBody, Shop } from './shop.ts';
import type { RunningStack } from './stack.ts';
import { simplePdf, TemplatePartner } from './templates.ts';

const keyOf = (id: string): string => `lp_live_${id.padStart(32, '0')}_${'5'.repeat(64)}`;

/** A key with every scope, one of another company, one of an agency that acts for the shop. */
export const ALL_KEY = keyOf('a');
export const FOREIGN_KEY = keyOf('b');
export const AGENCY_KEY = keyOf('c');
/** Keys like `ALL_KEY`, for tests that send more requests than the 600 a minute that one key allows. */
export const busyKey = (at: number): string => keyOf(`9${at % BUSY_KEYS}`);
const BUSY_KEYS = 10;
/** A key without an owner, which therefore cannot write. */
export const OLD_KEY = keyOf('d');

const numbered = (prefix: string, scope: Scope): string => keyOf(`${prefix}${SCOPES.indexOf(scope)}`);
/** `keyWithout` returns a key with every scope except one, `keyWithOnly` a key with only that scope. */
export const keyWithout = (scope: Scope): string => numbered('e', scope);
export const keyWithOnly = (scope: Scope): string => numbered('f', scope);

const company = {
  slug: 'store',
  name: 'Store ApS',
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true, invoice_settlement: true, settlement_modes: ['invoice'] },
  approved_urls: ['https://shop.example/', 'http://127.0.0.1'],
  gift_card: { name: 'Gift card', minimum_amount: 10000, maximum_amount: 500000, order_fee: 1000 },
  delivery: {
    postal: { carrier: 'courier', destinations: [{ country: 'DK', private: 4900, collection: 3900, company: 5900 }] },
  },
  greeting: { max_length: 400 },
  defaults: { sender_name: 'Store', no_reply_email: 'no-reply@store.example' },
};

const CODES = Array.from({ length: 30 }, (_, at) => `OPEN-${String(at + 1).padStart(4, '0')}`);

/** Operator data for `startStack({ seed })`. */
export const agentSeed = {
  companies: [
    company,
    { ...company, slug: 'other', name: 'Other ApS' },
    { ...company, slug: 'agency', assigned: ['store'] },
  ],
  api_keys: [
    { company: 'store', label: 'all', key: ALL_KEY, scopes: SCOPES },
    ...Array.from({ length: BUSY_KEYS }, (_, at) => ({
      company: 'store',
      label: `busy ${at}`,
      key: busyKey(at),
      scopes: SCOPES,
    })),
    { company: 'other', label: 'all', key: FOREIGN_KEY, scopes: SCOPES },
    { company: 'agency', label: 'all', key: AGENCY_KEY, scopes: SCOPES },
    { company: 'store', label: 'old', key: OLD_KEY, scopes: SCOPES, attributed: false },
    ...SCOPES.flatMap((scope) => [
      {
        company: 'store',
        label: `without ${scope}`,
        key: keyWithout(scope),
        scopes: SCOPES.filter((s) => s !== scope),
      },
      { company: 'store', label: `only ${scope}`, key: keyWithOnly(scope), scopes: [scope] },
    ]),
  ],
  experiences: [{ company: 'store', id: 1, name: 'Spa', options: [{ id: 1, name: 'One', amount: 60000, stock: 500 }] }],
  events: [
    {
      company: 'store',
      id: 1,
      slug: 'concert',
      name: 'Concert',
      starts_at: '2030-05-01T19:00:00+02:00',
      options: [{ id: 1, name: 'Seat', amount: 25000, stock: 100 }],
    },
  ],
  special_offers: [
    { company: 'store', id: 1, name: 'Offer', options: [{ id: 1, name: 'Voucher', amount: 30000, stock: 1 }] },
  ],
  campaigns: [
    {
      company: 'store',
      id: 1,
      name: 'Codes',
      public: false,
      applies_to: 'gift_card',
      kind: 'added-value',
      value: 20,
      codes: CODES,
    },
  ],
};

/** Creates objects for tools through the HTTP API. */
export class Store {
  readonly stack: RunningStack;
  /** API key of the requests. */
  key = ALL_KEY;
  #codes = [...CODES];
  #receiver: Receiver | undefined;

  constructor(stack: RunningStack) {
    this.stack = stack;
  }

  get shop(): Shop {
    return new Shop(this.stack, this.key);
  }

  order = (): Arguments => orderBody(giftCard(20000));

  async unpaid(): Promise<string> {
    return (await this.shop.order(giftCard(20000))).body.id;
  }

  async paid(): Promise<string> {
    return (await this.shop.sell(giftCard(20000))).id;
  }

  async issue(more: object = {}): Promise<{ code: string; orderId: string }> {
    const { body } = await this.stack.post<{ items: { code: string }[]; order_id: string }>('/v2/items', {
      key: this.key,
      body: { amount: 200, ...more },
    });
    return { code: body.items[0]?.code ?? '', orderId: body.order_id };
  }

  async card(): Promise<string> {
    return (await this.issue()).code;
  }

  async claimed(): Promise<string> {
    const code = await this.card();
    await this.stack.post(`/v2/items/${code}/claim`, { key: this.key, body: { type: 'amount', amount: 50 } });
    return code;
  }

  /** Redeems 50 of a card worth 200; held unless `capture` is set. Returns its id. */
  async held(capture = false): Promise<string> {
    const { body } = await this.stack.post<{ id: string }>('/v2/redemptions', {
      key: this.key,
      idempotencyKey: true,
      body: { sources: [{ code: await this.card(), amount: 50 }], capture },
    });
    return body.id;
  }

  async blocked(): Promise<string> {
    const code = await this.card();
    await this.stack.post(`/v2/items/${code}/block`, { key: this.key, idempotencyKey: true, body: {} });
    return code;
  }

  async unpaidExperience(): Promise<string> {
    return (await this.shop.order(experience(1))).body.id;
  }

  /** Pays 20.00 of an unpaid order with a new gift card. Returns the id of the card on the order. */
  async giftCardOn(orderId: string): Promise<string> {
    const { body } = await this.stack.post<{ payment: { gift_cards: { id: string }[] } }>(
      `/v2/orders/${orderId}/gift-cards`,
      { key: this.key, idempotencyKey: true, body: { code: await this.card(), amount: 2000 } },
    );
    return body.payment.gift_cards.at(-1)?.id ?? '';
  }

  /** A new experience with one option. */
  async product(): Promise<{ id: string; etag: string; option: string }> {
    const { body, headers } = await this.stack.post<{ id: number; options: { option_id: string }[] }>(
      '/v2/catalog/experiences',
      {
        key: this.key,
        idempotencyKey: true,
        body: { name: randomUUID(), options: [{ name: 'One', amount: 20000, stock: 5 }] },
      },
    );
    const option = body.options[0]?.option_id ?? '';
    return { id: String(body.id), etag: headers.get('etag') ?? '', option };
  }

  async campaign(): Promise<{ id: string; etag: string }> {
    const { body, headers } = await this.stack.post<{ id: number }>('/v2/campaigns', {
      key: this.key,
      idempotencyKey: true,
      body: { name: randomUUID(), applies_to: 'gift_card', kind: 'added-value', value: 20, enabled: false },
    });
    return { id: String(body.id), etag: headers.get('etag') ?? '' };
  }

  async discountCode(): Promise<{ code: string; etag: string }> {
    const code = `CODE-${randomUUID().slice(0, 8)}`;
    const { headers } = await this.stack.post('/v2/discount-codes', {
      key: this.key,
      idempotencyKey: true,
      body: { code, percent: 10 },
    });
    return { code, etag: headers.get('etag') ?? '' };
  }

  dormant(): string {
    const code = this.#codes.pop();
    if (!code) throw new Error('There is no inactive code left');
    return code;
  }

  async endpoint(): Promise<string> {
    this.#receiver ??= await startReceiver();
    const { body } = await this.stack.post<{ id: string }>('/v2/webhook-endpoints', {
      key: this.key,
      idempotencyKey: true,
      body: { url: this.#receiver.url, events: ['order.created'] },
    });
    return body.id;
  }

  /** A completed delivery. */
  async delivery(): Promise<string> {
    const endpoint = await this.endpoint();
    const path = `/v2/webhook-endpoints/${endpoint}/ping`;
    const { body } = await this.stack.post<{ delivery_id: string }>(path, { key: this.key, idempotencyKey: true });
    await this.stack.idle();
    return body.delivery_id;
  }

  /** Creates a draft of the order page. The number of drafts is limited, so at most ten earlier ones are kept. */
  async draft(title: string): Promise<{ id: string; etag: string }> {
    const path = '/v2/order-page/drafts';
    const { body: list } = await this.stack.get<{ data: { id: string }[] }>(path, { key: this.key });
    for (const { id } of list.data.slice(10)) await this.stack.call('DELETE', `${path}/${id}`, { key: this.key });
    const body = { values: { title: { da: title } } };
    return (await this.stack.post<{ id: string; etag: string }>(path, { key: this.key, idempotencyKey: true, body }))
      .body;
  }

  /** A revision of the order page that is not the newest. */
  async revision(): Promise<string> {
    await this.publish();
    await this.publish();
    const path = '/v2/order-page/revisions';
    const { body } = await this.stack.get<{ data: { id: string }[] }>(path, { key: this.key });
    return body.data[1]?.id ?? '';
  }

  private async publish(): Promise<void> {
    const path = '/v2/order-page';
    const { body } = await this.stack.get<{ etag: string }>(path, { key: this.key });
    const headers = { 'If-Match': body.etag };
    await this.stack.call('PATCH', path, { key: this.key, headers, body: { values: { title: { da: randomUUID() } } } });
  }

  /** An inactive template, made from the smallest valid PDF. */
  async template(): Promise<string> {
    const partner = new TemplatePartner(this.stack, this.key);
    return (await partner.made(await simplePdf(), { name: randomUUID() })).id;
  }

  async close(): Promise<void> {
    await this.#receiver?.close();
  }
}

/** Valid arguments of a tool, and for a change also different ones, for tests of key conflicts. */
export interface Sample {
  given: Arguments;
  other?: Arguments;
}

/** Creates arguments for each tool. Each call returns new subjects for changes. */
export const SAMPLES: Record<string, (store: Store) => Promise<Sample> | Sample> = {
  commerce_list_products: () => ({ given: { type: 'gift_card', limit: 5 } }),
  commerce_get_product: () => ({ given: { product_id: 'gift_card_value' } }),
  commerce_create_quote: () => ({ given: { items: giftCard(30000) } }),
  commerce_create_order: (store) => ({ given: store.order(), other: orderBody(giftCard(40000)) }),
  commerce_get_order: async (store) => ({ given: { order_id: await store.unpaid() } }),
  commerce_list_orders: () => ({ given: { status: 'pending_payment,paid', limit: 3 } }),
  commerce_create_checkout_session: async (store) => ({
    given: { order_id: await store.unpaid() },
    other: { order_id: await store.unpaid() },
  }),
  commerce_refund_order: async (store) => {
    const order_id = await store.paid();
    return { given: { order_id, amount: 5000 }, other: { order_id, amount: 6000 } };
  },
  commerce_settle_order: async (store) => {
    const args = { order_id: await store.unpaid(), mode: 'invoice', external_reference: randomUUID() };
    return { given: args, other: { ...args, external_reference: randomUUID() } };
  },
  commerce_list_pickup_points: () => ({ given: { country: 'DK', postcode: '2100' } }),
  items_search: async (store) => ({ given: { order_id: (await store.issue()).orderId } }),
  items_get: async (store) => ({ given: { code: await store.card() } }),
  items_claim: async (store) => {
    const code = await store.card();
    const args = { code, type: 'amount', amount: 40, claim_note: 'at the till' };
    return { given: args, other: { code, type: 'all' } };
  },
  items_refund: async (store) => {
    const code = await store.claimed();
    return { given: { code, type: 'amount', amount: 20 }, other: { code, type: 'all' } };
  },
  items_cancel: async (store) => ({ given: { code: await store.card() }, other: { code: await store.card() } }),
  items_activate: (store) => {
    const code = store.dormant();
    return { given: { code, amount: 200 }, other: { code, amount: 300 } };
  },
  items_resend: async (store) => {
    const code = await store.card();
    return { given: { code, email: 'bo@example.com' }, other: { code, email: 'eva@example.com' } };
  },
  items_issue: () => ({ given: { amount: 150, piece: 2, receiver_name: 'Bo' }, other: { amount: 160 } }),
  items_claim_order: async (store) => ({
    given: { order_id: (await store.issue({ piece: 2 })).orderId },
    other: { order_id: (await store.issue()).orderId },
  }),
  items_capture_order: async (store) => ({
    given: { order_id: (await store.issue({ capture: false })).orderId },
    other: { order_id: (await store.issue({ capture: false })).orderId },
  }),
  commerce_add_gift_card: async (store) => {
    const args = { order_id: await store.unpaidExperience(), code: await store.card(), amount: 4000 };
    return { given: args, other: { ...args, amount: 5000 } };
  },
  commerce_remove_gift_card: async (store) => {
    const order_id = await store.unpaidExperience();
    const [first, second] = [await store.giftCardOn(order_id), await store.giftCardOn(order_id)];
    return { given: { order_id, gift_card_id: first }, other: { order_id, gift_card_id: second } };
  },
  items_redeem: async (store) => {
    const sources = [{ code: await store.card(), amount: 40 }, { code: await store.card() }];
    return { given: { sources, amount: 100, reference: 'till-4' }, other: { sources, amount: 120 } };
  },
  items_list_redemptions: async (store) => {
    await store.held();
    return { given: { status: 'held', limit: 3 } };
  },
  items_get_redemption: async (store) => ({ given: { redemption_id: await store.held() } }),
  items_capture_redemption: async (store) => {
    const redemption_id = await store.held();
    return { given: { redemption_id, amount: 20 }, other: { redemption_id, amount: 30 } };
  },
  items_release_redemption: async (store) => ({
    given: { redemption_id: await store.held() },
    other: { redemption_id: await store.held() },
  }),
  items_refund_redemption: async (store) => {
    const redemption_id = await store.held(true);
    return { given: { redemption_id, amount: 10 }, other: { redemption_id, amount: 20 } };
  },
  items_block: async (store) => {
    const code = await store.card();
    return { given: { code, reason: 'lost' }, other: { code, reason: 'stolen' } };
  },
  items_unblock: async (store) => {
    const code = await store.blocked();
    return { given: { code, reason: 'found' }, other: { code, reason: 'returned' } };
  },
  items_extend: async (store) => {
    const code = await store.card();
    return { given: { code, validity: '2060-12-31' }, other: { code, validity: '2061-12-31' } };
  },
  items_adjust: async (store) => {
    const code = await store.card();
    return { given: { code, amount: 5, reason: 'complaint' }, other: { code, amount: -5, reason: 'mistake' } };
  },
  items_replace: async (store) => {
    const code = await store.card();
    return { given: { code, reason: 'lost' }, other: { code, reason: 'stolen' } };
  },
  orderpage_list_fields: () => ({ given: { lang: 'sv' } }),
  orderpage_get: async (store) => {
    await store.revision();
    return { given: {} };
  },
  orderpage_list_drafts: async (store) => {
    await store.draft('Listed');
    return { given: { lang: 'da' } };
  },
  orderpage_create_draft: async (store) => {
    await store.draft('Room for one more');
    return { given: { values: { title: { da: 'Sommer' } }, note: 'Summer' }, other: { note: 'Winter' } };
  },
  orderpage_update_draft: async (store) => {
    const { id: draft_id, etag: if_match } = await store.draft('Before');
    const args = { draft_id, if_match, values: { title: { da: 'After' } } };
    return { given: args, other: { ...args, values: { title: null } } };
  },
  orderpage_preview_draft: async (store) => ({ given: { draft_id: (await store.draft('Looked at')).id } }),
  orderpage_publish_draft: async (store) => {
    const [one, two] = [await store.draft('One'), await store.draft('Two')];
    return { given: { draft_id: one.id, if_match: one.etag }, other: { draft_id: two.id, if_match: two.etag } };
  },
  orderpage_list_revisions: async (store) => {
    await store.revision();
    return { given: {} };
  },
  orderpage_restore_revision: async (store) => {
    const [revision_id, other] = [await store.revision(), await store.revision()];
    return { given: { revision_id }, other: { revision_id: other } };
  },
  brand_get: () => ({ given: {} }),
  brand_update: () => ({
    given: { tagline: randomUUID(), colors: { primary: '#123456' } },
    other: { colors: { primary: null } },
  }),
  pdftemplates_list: () => ({ given: { limit: 2 } }),
  pdftemplates_get: async (store) => ({ given: { id: await store.template() } }),
  pdftemplates_activate: async (store) => {
    const [id, other] = [await store.template(), await store.template()];
    return { given: { id }, other: { id: other } };
  },
  pdftemplates_revert: async (store) => {
    const id = await store.template();
    const path = '/v2/pdf-templates';
    await store.stack.post(`${path}/${id}/activate`, { key: store.key, idempotencyKey: true });
    // Reads the page, because the default to which it may revert is created on first use.
    await store.stack.get(path, { key: store.key });
    return { given: {}, other: { product_type: 'event_ticket' } };
  },
  reports_list_events: () => ({ given: { online: true } }),
  reports_list_participants: () => ({ given: { slug: 'concert', limit: 2 } }),
  reports_analytics: () => ({ given: { limit: 3, order: 'asc', status: '6' } }),
  reports_claimed_items: () => ({ given: { date_from: '2020-01-01', date_to: '2099-01-01', limit: 2 } }),
  reports_subscribers: () => ({ given: { limit: 2 } }),
  webhooks_list_endpoints: () => ({ given: { limit: 1 } }),
  webhooks_list_deliveries: async (store) => {
    await store.delivery();
    return { given: { status: 'delivered', limit: 1 } };
  },
  webhooks_replay_delivery: async (store) => ({
    given: { delivery_id: await store.delivery() },
    other: { delivery_id: await store.delivery() },
  }),
  webhooks_ping: async (store) => ({
    given: { endpoint_id: await store.endpoint() },
    other: { endpoint_id: await store.endpoint() },
  }),
  ...CATALOG_SAMPLES,
  account_get: () => ({ given: {} }),
  account_list_companies: () => ({ given: { company: 'store', limit: 1 } }),
};
