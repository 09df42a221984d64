import type { PaymentMethodType } from '../../functions/platform/payment-methods.ts';
import { ACCOUNTS } from '../support/books-shop.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { companyKey } from '../../functions/domain/company/companies/rows.ts';
import type { System } from './system.ts';

const SCOPES = [...ALL_SCOPES, 'orderpage:read', 'orderpage:write'];

export const COMPANY = 'shop';
/** The current time zone of the shop. */
export const zoneOf = ({ table }: System): string => String(table.get(companyKey(COMPANY))?.['time_zone']);
/** A company that the shop may act for, with another currency. */
export const ABROAD = 'abroad';
export const CODES = { plenty: 'TENOFF', scarce: 'ONLYFOUR', free: 'ALLFREE', post: 'FREEPOST' } as const;
/** Dormant codes: of a fixed value, and of any value in the range of their campaign. */
export const DORMANT = ['SLEEPER1', 'SLEEPER2', 'SLEEPER3', 'DREAMER1', 'DREAMER2', 'DREAMER3'] as const;
export const SCARCE_USES = 4;
export const RECIPIENT = {
  kind: 'private',
  name: 'Bo',
  street: 'Gade 1',
  postcode: '8000',
  city: 'Aarhus',
  country: 'DK',
};

interface Product {
  line: { product_id: string; product_option_id?: string; amount?: number };
  /** Maximum quantity of one line. */
  most: number;
  /** Unlimited if absent. */
  stock?: number;
}

const card = (amount: number): Product => ({ line: { product_id: 'gift_card_value', amount }, most: 3 });
const product = (prefix: string, id: number, most: number, stock?: number): Product => ({
  line: { product_id: `${prefix}_${id}`, product_option_id: `${optionPrefix[prefix]}_${id}` },
  most,
  ...(stock === undefined ? {} : { stock }),
});
const optionPrefix: Record<string, string> = { gcv: 'gcvo', evt: 'evto', so: 'sov' };

/** Payment methods of the shop. All accept its currency and totals. */
export const METHODS: readonly PaymentMethodType[] = ['card', 'link', 'mobilepay', 'klarna', 'paypal'];

/** A card with added value, one without a campaign, and one at a reduced price. */
export const CARDS = [card(25_000), card(10_000), card(45_010)];
export const EXPERIENCES = [product('gcv', 1, 3, 12), product('gcv', 3, 2)];
/** A product that one order can contain in a larger number than one step can issue. */
export const MANY = product('gcv', 2, 120);
export const TICKETS = [product('evt', 1, 3, 9), product('evt', 2, 4, 20), product('evt', 3, 2)];
export const OFFERS = [product('so', 1, 3, 10), product('so', 2, 3, 15)];
export const LIMITED = [...EXPERIENCES, ...TICKETS, ...OFFERS].filter(({ stock }) => stock !== undefined);

const stockOf = (id: string): number => LIMITED.find(({ line }) => line.product_id === id)?.stock ?? 0;

const EVENT_OPTIONS: Record<number, object> = {
  1: { amount: 25_000, ticket_fee: 500, stock: stockOf('evt_1') },
  2: { amount: 40_000, stock: stockOf('evt_2') },
  // Free and unlimited.
  3: { amount: 0 },
};
const EVENT_MEMBERS: Record<number, object> = {
  1: { vat_treatment: 'single_purpose', vat_percent: 12 },
  2: { grouped_tickets: true },
};
export const EVENTS = [1, 2, 3] as const;

const event = (id: number, option: object, more: object = {}) => ({
  company: COMPANY,
  id,
  slug: `event-${id}`,
  name: `Event ${id}`,
  starts_at: '2030-05-01T19:00:00+02:00',
  options: [{ id, name: 'Option', ...option }],
  ...more,
});

/** Operator data that sets an event's capacity (a number, or null for no limit) and its date. */
export const eventFile = (id: number, { seats, month }: { seats: number | null; month: number | null }) => ({
  events: [
    event(id, EVENT_OPTIONS[id] ?? {}, {
      ...EVENT_MEMBERS[id],
      seats,
      ...(month === null ? {} : { starts_at: `2030-0${month}-01T19:00:00+02:00` }),
    }),
  ],
});

/** Operator data that limits the shared discount code, or removes its limit. */
export const codeFile = (uses: number | null) => ({
  discount_codes: [{ company: COMPANY, code: CODES.plenty, percent: 10, max_uses: uses }],
});

/** The company of all worlds, with checkout and settlement by invoice. */
export const SHOP = {
  vat_percent: 25,
  breakage_after_days: 1,
  accounts: ACCOUNTS,
  slug: COMPANY,
  name: 'Shop',
  currency: 'DKK',
  language: 'en',
  contract: {
    checkout: true,
    invoice_settlement: true,
    settlement_modes: ['invoice'],
    commission_percent: 7,
    payment_methods: METHODS,
  },
  approved_urls: ['https://shop.example/'],
  order_page: { values: { open: true, title: { en: 'The shop' }, return_url: 'https://shop.example/' } },
};

const campaign = { company: COMPANY, name: 'Campaign', applies_to: 'gift_card' };

const shopEntry = (commission: number) => ({
  ...SHOP,
  assigned: [ABROAD],
  contract: { ...SHOP.contract, commission_percent: commission },
  gift_card: { name: 'Gift card', minimum_amount: 10_000, maximum_amount: 500_000, order_fee: 1_000 },
  delivery: {
    postal: {
      carrier: 'own_post',
      destinations: [{ country: 'DK', private: 4_900, collection: 3_900, company: 5_900 }],
      extra_card: 500,
    },
  },
});

/** Operator data that changes the commission of later orders. */
export const commissionFile = (percent: number) => ({ companies: [shopEntry(percent)] });

/**
 * A shop in which price and value often differ: fees, postage, limited codes, cards with added value, offers redeemed
 * at their regular price, tickets for several people, free tickets, and limited stock.
 */
export const worldSeed = (apiKey: string) => ({
  companies: [
    shopEntry(7),
    {
      ...SHOP,
      slug: ABROAD,
      name: 'Abroad',
      currency: 'KWD',
      contract: { checkout: true, invoice_settlement: true },
      gift_card: { name: 'Gift card', minimum_amount: 1_000, maximum_amount: 5_000_000 },
    },
  ],
  users: [
    {
      username: 'clerk',
      company: COMPANY,
      role: 'manager',
      can_list: true,
      can_cancel: true,
      password: 'password-of-the-clerk',
    },
    { username: 'chief', company: COMPANY, role: 'super_admin', password: 'password-of-the-chief' },
  ],
  api_keys: [{ company: COMPANY, label: 'simulation', key: apiKey, scopes: SCOPES }],
  experiences: [
    {
      company: COMPANY,
      id: 1,
      name: 'Experience',
      options: [{ id: 1, name: 'A', amount: 19_990, stock: stockOf('gcv_1') }],
    },
    {
      company: COMPANY,
      id: 3,
      name: 'Another',
      vat_treatment: 'single_purpose',
      vat_percent: 6,
      options: [{ id: 3, name: 'A', amount: 7_777 }],
    },
    {
      company: COMPANY,
      id: 2,
      name: 'Many',
      options: [{ id: 2, name: 'A', amount: 1_000, quantity: { maximum: 1000 } }],
    },
  ],
  events: EVENTS.map((id) => event(id, EVENT_OPTIONS[id] ?? {}, EVENT_MEMBERS[id])),
  special_offers: [
    { company: COMPANY, id: 1, name: 'Offer', options: [{ id: 1, name: 'V', amount: 30_000, stock: stockOf('so_1') }] },
    {
      company: COMPANY,
      id: 2,
      name: 'Regular',
      options: [
        { id: 2, name: 'V', amount: 30_000, regular_amount: 50_000, redeem_at_regular: true, stock: stockOf('so_2') },
      ],
    },
  ],
  campaigns: [
    { ...campaign, id: 1, kind: 'added-value', value: 21, amount_from: 20_000, amount_to: 30_000 },
    { ...campaign, id: 2, kind: 'reduced-price', value: 9, amount_from: 40_000, amount_to: 50_000 },
    {
      ...campaign,
      id: 3,
      kind: 'added-value',
      value: 5,
      amount_from: 60_000,
      amount_to: 70_000,
      fixed_amount: 65_000,
      codes: DORMANT.slice(0, 3),
    },
    {
      ...campaign,
      id: 4,
      kind: 'added-value',
      value: 5,
      amount_from: 100_000,
      amount_to: 120_000,
      codes: DORMANT.slice(3),
    },
  ],
  discount_codes: [
    { company: COMPANY, code: CODES.plenty, percent: 10 },
    { company: COMPANY, code: CODES.scarce, percent: 15, max_uses: SCARCE_USES },
    { company: COMPANY, code: CODES.free, percent: 100 },
    { company: COMPANY, code: CODES.post, percent: 100, applies_to: 'shipping' },
  ],
});
