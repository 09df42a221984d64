import { Shop, type ErrorBody } from './shop.ts';
import { ALL_SCOPES } from './seed.ts';
import type { Answer, RunningStack } from './stack.ts';

const keyOf = (digit: string): string => `lp_live_${digit.repeat(32)}_${'9'.repeat(64)}`;

/**
 * Keys of the shop: with all scopes, with the scope for reading items only, without the scope for settling, and for
 * guessing codes. Then keys of the other companies.
 */
export const TILL_KEY = keyOf('1');
export const READ_KEY = keyOf('2');
export const NO_SETTLE_KEY = keyOf('3');
export const GUESSING_KEY = keyOf('4');
export const LENIENT_KEY = keyOf('5');
export const ALWAYS_KEY = keyOf('6');
export const UNCONTRACTED_KEY = keyOf('7');

const company = {
  name: 'Till ApS',
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true, invoice_settlement: true },
  approved_urls: ['https://shop.example/'],
  gift_card: { name: 'Gift card', minimum_amount: 100, maximum_amount: 500000, order_fee: 0, validity_months: 12 },
  defaults: { sender_name: 'Till desk', no_reply_email: 'no-reply@till.example' },
};

const campaign = (id: number, more: object) => ({
  company: 'till',
  id,
  name: `Campaign ${id}`,
  applies_to: 'gift_card',
  kind: 'added-value',
  value: 20,
  ...more,
});

/** Numbered codes of a campaign. */
const codes = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at + 1).padStart(4, '0')}`);

/** Operator data for `startStack({ seed })`: a shop with all kinds of items, and shops with other terms. */
export const itemSeed = {
  companies: [
    { ...company, slug: 'till', vendor: { name: 'Spa Pass', base_url: 'https://vendor.example/api', prefix: 'VX' } },
    { ...company, slug: 'lenient', claim_expired: 1 },
    { ...company, slug: 'always', claim_expired: -1 },
    { ...company, slug: 'uncontracted', contract: { checkout: true } },
  ],
  api_keys: [
    { company: 'till', label: 'till', key: TILL_KEY, scopes: ALL_SCOPES, created_by: 'tilde' },
    { company: 'till', label: 'reader', key: READ_KEY, scopes: ['items:read'] },
    {
      company: 'till',
      label: 'no settling',
      key: NO_SETTLE_KEY,
      scopes: ALL_SCOPES.filter((scope) => scope !== 'orders:settle'),
    },
    { company: 'till', label: 'guesser', key: GUESSING_KEY, scopes: ALL_SCOPES },
    { company: 'lenient', label: 'all', key: LENIENT_KEY, scopes: ALL_SCOPES },
    { company: 'always', label: 'all', key: ALWAYS_KEY, scopes: ALL_SCOPES },
    { company: 'uncontracted', label: 'all', key: UNCONTRACTED_KEY, scopes: ALL_SCOPES },
  ],
  experiences: [
    { company: 'till', id: 1, name: 'Tasting', options: [{ id: 1, name: 'For two', amount: 80000 }] },
    { company: 'till', id: 2, name: 'Spa day', options: [{ id: 2, name: 'One', amount: 60000 }] },
  ],
  events: [
    {
      company: 'till',
      id: 1,
      slug: 'concert',
      name: 'Concert',
      starts_at: '2030-05-01T19:00:00+02:00',
      grouped_tickets: true,
      options: [{ id: 1, name: 'Seat', amount: 25000, stock: 1000, quantity: { maximum: 100 } }],
    },
    {
      company: 'till',
      id: 2,
      slug: 'fair',
      name: 'Fair',
      starts_at: '2030-06-01T10:00:00+02:00',
      options: [{ id: 2, name: 'Entry', amount: 10000, stock: 1000 }],
    },
  ],
  special_offers: [
    {
      company: 'till',
      id: 1,
      name: 'Offer',
      options: [
        { id: 1, name: 'Half price', amount: 30000, regular_amount: 50000, redeem_at_regular: true, stock: 100 },
      ],
    },
  ],
  campaigns: [
    campaign(1, { name: 'Added', amount_from: 50000, amount_to: 200000 }),
    campaign(2, { name: 'Fixed codes', public: false, fixed_amount: 25000, codes: codes('FIXED', 20) }),
    campaign(3, { name: 'Open codes', public: false, codes: codes('OPEN', 20), amount_from: 10000, amount_to: 90000 }),
    campaign(4, { name: 'Closed', closes_at: '2020-01-01T00:00:00Z', fixed_amount: 1000, codes: ['CLOSED-0001'] }),
    campaign(5, { name: 'Reduced', kind: 'reduced-price', value: 10, amount_from: 50000, amount_to: 60000 }),
    campaign(6, { name: 'Switched off', enabled: false }),
  ],
  users: [{ username: 'tilde', password: 'secret-of-tilde', company: 'till' }],
};

export interface ItemBody {
  code: string;
  order_id: string;
  group_code: string;
  item_type: string;
  item_type_identification: string;
  status: number;
  status_name: string;
  amount: number;
  remaining_amount: number;
  remaining_pieces: number;
  validity: string;
  available_claim: boolean;
  available_amount_claim: boolean;
  available_piece_claim: boolean;
  available_group_claim: boolean;
  available_cancel: boolean;
  available_discard: boolean;
  available_refund: boolean;
  claim_error: string | null;
  refund_error: string | null;
  [member: string]: unknown;
}

interface HistoryBody {
  data: {
    sequence: number;
    kind: string;
    amount: number;
    remaining_amount: number;
    hash: string;
    [m: string]: unknown;
  }[];
  has_more: boolean;
  next_cursor: string | null;
  balance: { remaining_amount: number; remaining_pieces: number; status: number } | null;
  actions: {
    action: string;
    email: string;
    by: { key_id: string | null };
    request_guid: string;
    occurred_at: string;
  }[];
}

export interface IssuedBody {
  items: { code: string; order_id: string; status: number; amount: number; validity: string; [m: string]: unknown }[];
  itemsCount: number;
  order_id: string;
}

export type Outcome = Answer<Record<string, unknown> & ErrorBody>;

/** A till: frequent operations on items, through the public API. */
export class Till {
  readonly stack: RunningStack;
  readonly key: string;

  constructor(stack: RunningStack, key: string = TILL_KEY) {
    this.stack = stack;
    this.key = key;
  }

  issue(body: object, headers: Record<string, string> = {}): Promise<Answer<IssuedBody & ErrorBody>> {
    return this.stack.post('/v2/items', { key: this.key, body, headers });
  }

  /** Issues a card with an amount, and returns its code. */
  async card(amount = 100, more: object = {}): Promise<string> {
    const { body } = await this.issue({ amount, ...more });
    const [item] = body.items;
    if (!item) throw new Error(`No card was issued: ${JSON.stringify(body)}`);
    return item.code;
  }

  async item(code: string): Promise<ItemBody> {
    return (await this.read(code)).body as unknown as ItemBody;
  }

  read(code: string): Promise<Outcome> {
    return this.stack.get(`/v2/items/${encodeURIComponent(code)}`, { key: this.key });
  }

  do(code: string, operation: string, body?: object, headers: Record<string, string> = {}): Promise<Outcome> {
    const path = `/v2/items/${encodeURIComponent(code)}/${operation}`;
    return this.stack.post(path, { key: this.key, headers, ...(body ? { body } : {}) });
  }

  claim(code: string, body: object = { type: 'all' }, headers: Record<string, string> = {}): Promise<Outcome> {
    return this.do(code, 'claim', body, headers);
  }

  async history(code: string, query: Record<string, string> = {}): Promise<HistoryBody> {
    const path = `/v2/items/${encodeURIComponent(code)}/history`;
    return (await this.stack.get<HistoryBody>(path, { key: this.key, query })).body;
  }

  search(
    query: Record<string, string>,
  ): Promise<Answer<{ data: ItemBody[]; has_more: boolean; next_cursor: string | null } & ErrorBody>> {
    return this.stack.get('/v2/items', { key: this.key, query });
  }

  /** Buys items with a checkout order, and returns them after fulfillment. */
  async bought(items: object[], more: object = {}): Promise<{ orderId: string; items: ItemBody[] }> {
    const shop = new Shop(this.stack, this.key);
    const order = await shop.sell(items, more);
    const { body } = await this.search({ order_id: order.id, limit: '100' });
    return { orderId: order.id, items: body.data };
  }
}
