import type { CompanyRow } from '../../functions/domain/company/companies/rows.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../functions/domain/catalog/products/line-shape.ts';
import type { Random } from '../simulation/random.ts';
import { anOrder } from '../support/orders.ts';

export const COMPANY = 'nordlys';

export const SELLER = {
  pk: `COMPANY#${COMPANY}`,
  sk: 'company',
  type: 'company',
  v: 1,
  slug: COMPANY,
  name: 'Nordlys ApS',
  active: true,
  time_zone: 'Europe/Copenhagen',
  language: 'da',
  currency: 'DKK',
  campaigns: [],
  greeting: { designs: [], max_length: 400 },
  defaults: { sender_name: 'Nordlys', no_reply_email: 'no-reply@nordlys.example' },
  gift_card: { minimum_amount: 100, maximum_amount: 5000 },
  contract: { checkout: true, settlement_modes: ['invoice'], payment_methods: ['card'] },
} as unknown as CompanyRow;

const lineId = (number: number): string => `poli_${String(number).padStart(32, '0')}`;

const line = (number: number, changes: Partial<OrderLine>): OrderLine => ({
  id: lineId(number),
  productId: 'gift_card_value',
  optionId: null,
  family: 'gift_card',
  name: 'Gift card',
  amount: 5000,
  quantity: 1,
  fees: 0,
  subtotal: 5000,
  discount: 0,
  vatTreatment: 'multi_purpose',
  vatPercent: 25,
  vat: 0,
  itemValue: 5000,
  itemCount: 1,
  piecesPerItem: 1,
  validity: { type: 'months', months: 36 },
  holds: [],
  issuedCount: 0,
  ...changes,
});

/** Cards, sometimes with a bonus or with a discount that does not divide evenly. */
const cards = (random: Random): OrderLine[] => {
  const quantity = random.between(1, 3);
  const subtotal = 5000 * quantity;
  const discount = random.chance(0.5) ? Math.floor(subtotal / 7) : 0;
  return [line(1, { quantity, itemCount: quantity, subtotal, discount, itemValue: random.pick([5000, 6000, 7777]) })];
};

const OPTION = { productId: 'so_9', optionId: 'sov_91' };

export const EVENT_ID = 'evt_5';
const SEATS = { productId: EVENT_ID, optionId: 'seats' };
const EVENT = { slug: 'jazz', startsAt: '2030-05-01T19:00:00+02:00', endsAt: null, datePrecision: 'date_time' };

/** Offers with stock, worth their regular price; sometimes also a free ticket, and a ticket for four seats. */
const offers = (random: Random): OrderLine[] => {
  const quantity = random.between(1, 3);
  const holds = [{ ...OPTION, quantity }];
  const offer = line(1, {
    ...OPTION,
    family: 'special_offer',
    amount: 3000,
    quantity,
    itemCount: quantity,
    subtotal: 3000 * quantity,
    itemValue: 5000,
    holds,
  });
  const free = line(2, {
    family: 'event_ticket',
    amount: 0,
    subtotal: 0,
    itemValue: 0,
    productId: EVENT_ID,
    event: EVENT,
    holds: [{ ...SEATS, quantity: 1 }],
  });
  const seats = {
    family: 'event_ticket',
    amount: 1000,
    quantity: 4,
    subtotal: 4000,
    itemValue: 4000,
    event: EVENT,
  } as const;
  const grouped = line(3, { ...seats, productId: EVENT_ID, piecesPerItem: 4, holds: [{ ...SEATS, quantity: 4 }] });
  return [offer, ...(random.chance(0.5) ? [free] : []), ...(random.chance(0.5) ? [grouped] : [])];
};

/** More items than one transaction can issue, so that they are issued in two steps. */
const many = (): OrderLine[] => [
  line(1, { quantity: 51, itemCount: 51, amount: 100, subtotal: 5100, discount: 17, itemValue: 120 }),
];

export const STOCK = 10;

/** An unpaid order chosen by the seed, or one of many items. */
export const modelOrder = (random: Random, nowMs: number, isOfMany = random.chance(0.03)): OrderRow => {
  const lines = isOfMany ? many() : random.chance(0.5) ? cards(random) : offers(random);
  const subtotal = lines.reduce((sum, each) => sum + each.subtotal, 0);
  const isFree = random.chance(0.05);
  if (isFree) for (const each of lines) each.discount = each.subtotal;
  const discount = lines.reduce((sum, each) => sum + each.discount, 0);
  const fees = isFree ? 0 : random.pick([0, 0, 190]);
  const shipping = isFree ? 0 : random.pick([0, 0, 490]);
  const scheduled = random.chance(0.15);
  const sendAtMs = nowMs + 3 * 3600_000;
  return anOrder({
    company: COMPANY,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    lines,
    amounts: {
      currency: 'DKK',
      subtotal,
      discount,
      fees,
      shipping,
      tax: 0,
      tax_percent: 25,
      included_vat: [],
      total: subtotal - discount + fees + shipping,
    },
    discount: random.chance(0.5) ? { code: 'TENOFF', percent: 10, appliesTo: 'goods' } : null,
    delivery: {
      method: 'recipient_email',
      sendAt: scheduled ? new Date(sendAtMs).toISOString() : null,
      ...(scheduled ? { sendAtMs } : {}),
    },
  });
};
