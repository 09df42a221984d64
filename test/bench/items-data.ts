import { deriveCode } from '../../functions/domain/catalog/codes/rules.ts';
import { PAID, type ItemFacts, type ItemRow, type LedgerRow } from '../../functions/domain/value/items/rows.ts';
import { applyChange, issueItem, type ChangedItem } from '../../functions/domain/value/items/ledger/ledger.ts';
import { decideClaim } from '../../functions/domain/value/items/rules.ts';
import { registerRow, titleRows } from '../../functions/domain/value/items/ledger/register.ts';
import { orderSearchEntries } from '../../functions/domain/value/items/search/search-terms.ts';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { subscribersOf, type SubscriberRow } from '../../functions/domain/checkout/orders/subscriber-rows.ts';
import type { Row } from '../../functions/storage/table.ts';
import { Figures } from '../support/figures.ts';

/**
 * A company with a very large number of items, like a shop after two years. Its rows equal those that the service
 * writes.
 */
export const LARGE_COMPANY = 'large';
export const EVENT_SLUG = 'festival';
export const ZONE = 'Europe/Copenhagen';

/** Items of each order; `BENCH_ITEMS_PER_ORDER=10` makes the largest table, 2,000,000 items in 200,000 orders. */
export const ITEMS_PER_ORDER = Number(process.env['BENCH_ITEMS_PER_ORDER'] ?? 5);
/** One in N orders contains tickets. */
const TICKETS_EVERY = 10;
/** One in N items is claimed: tickets in full, and every second one of the gift cards. */
const CLAIM_EVERY = 4;
/** One in N orders is indexed for search. Queries do not read the entries of the others. */
const INDEXED_EVERY = 20;
const DAY_MS = 86_400_000;
export const SPAN_DAYS = 730;

const event = (id: number) => ({
  company: LARGE_COMPANY,
  id,
  slug: id === 1 ? EVENT_SLUG : `event-${id}`,
  name: `Event ${id}`,
  starts_at: '2031-05-01T19:00:00+02:00',
  options: [{ id, name: 'Seat', amount: 25_000, stock: 100_000 }],
});

const operatorData = {
  companies: [
    {
      slug: LARGE_COMPANY,
      name: 'Large ApS',
      currency: 'DKK',
      language: 'da',
      time_zone: ZONE,
      contract: { checkout: true, invoice_settlement: true },
      approved_urls: ['https://shop.example/'],
      gift_card: { name: 'Gift card', minimum_amount: 10_000, maximum_amount: 500_000 },
    },
  ],
  events: Array.from({ length: 20 }, (_, at) => event(at + 1)),
};

export const orderIdOf = (order: number): string => `po_${hexIdOf('order', order)}`;
const hexIdOf = (kind: string, number: number): string =>
  Buffer.from(`${kind}-${String(number).padStart(10, '0')}`)
    .toString('hex')
    .padEnd(32, '0')
    .slice(0, 32);

export const codeOf = (number: number): string => deriveCode('5eed', `item ${number}`);
export const emailOf = (order: number): string => `buyer${String(order).padStart(6, '0')}@mail.test`;

const factsOf = (number: number, items: number, endMs: number): ItemFacts => {
  const order = Math.floor(number / ITEMS_PER_ORDER);
  const isTicket = order % TICKETS_EVERY === 0;
  const createdAtMs = Math.floor(endMs - SPAN_DAYS * DAY_MS * (1 - (order * ITEMS_PER_ORDER) / items));
  const validUntilMs = endMs + (order % 36) * 30 * DAY_MS + DAY_MS;
  const person = { name: `Buyer ${order}`, email: emailOf(order), phone: null };
  return {
    company: LARGE_COMPANY,
    companyName: 'Large ApS',
    code: codeOf(number),
    orderId: orderIdOf(order),
    orderReference: null,
    clientReference: null,
    lineId: `poli_${order}`,
    sequence: number % ITEMS_PER_ORDER,
    orderItems: ITEMS_PER_ORDER,
    itemType: isTicket ? 'TICKET' : 'GIFTCARD',
    productId: isTicket ? 'evt_1' : 'gift_card_value',
    optionId: isTicket ? 'evto_1' : null,
    title: isTicket ? 'Event 1' : 'Gift card',
    variant: isTicket ? 'Seat' : null,
    event: isTicket
      ? { slug: EVENT_SLUG, title: 'Event 1', startsAt: '2031-05-01T19:00:00+02:00', endsAt: null }
      : null,
    addOn: false,
    ticket: isTicket ? { comment: null, code: null } : null,
    valueMinor: 25_000,
    priceMinor: 25_000,
    pieces: 1,
    vatTreatment: 'multi_purpose',
    vatPercent: 25,
    currency: 'DKK',
    campaignId: null,
    validUntilMs,
    orderValidUntilMs: validUntilMs,
    sender: person,
    senderCompany: null,
    receiver: person,
    greeting: 'Many happy returns of the day, and see you soon.',
    imageUrl: null,
    channel: 'api',
    language: 'da',
    paymentType: 'card',
    isToken: false,
    deliverAtMs: null,
    deliveredAtMs: createdAtMs,
    postal: false,
    createdAtMs,
    createdBy: null,
    soldThrough: 'shop',
  };
};

/** The versions of an item: as issued and, for one in N, after a claim some days later. */
const itemVersions = (number: number, items: number, endMs: number): ChangedItem[] => {
  const facts = factsOf(number, items, endMs);
  const requestId = `bench-${number}`;
  const first = issueItem({ facts, status: PAID, by: { system: 'fulfillment' }, requestId });
  if (number % CLAIM_EVERY !== 0) return [first];
  const atMs = Math.min(endMs, facts.createdAtMs + (1 + (number % 200)) * DAY_MS);
  const isWhole = number % (2 * CLAIM_EVERY) === 0 || facts.itemType === 'TICKET';
  const portion = isWhole ? ({ type: 'all' } as const) : ({ type: 'amount', amountMinor: 5_000 } as const);
  const terms = { nowMs: atMs, zone: ZONE, claimExpired: undefined };
  const { change } = decideClaim(first.item, portion, terms);
  return [first, applyChange(first.item, change, { by: { keyId: 'bench', company: LARGE_COMPANY }, requestId, atMs })];
};

const subscriberOf = (order: number, atMs: number): SubscriberRow => ({
  pk: `SUBSCRIBER#${LARGE_COMPANY}#${order}`,
  sk: 'subscriber',
  type: 'subscriber',
  v: 1,
  id: String(order),
  company: LARGE_COMPANY,
  email: emailOf(order),
  name: `Buyer ${order}`,
  subscribedAtMs: atMs,
  orderId: orderIdOf(order),
  consentText: 'Yes, please',
  ix1pk: subscribersOf(LARGE_COMPANY).partition,
  ix1sk: `${String(atMs).padStart(14, '0')}#${order}`,
});

const indexedRows = (item: ItemRow): Row[] =>
  (item.sequence === 0 ? orderSearchEntries(item) : []).map(({ partition, place }) => ({
    pk: partition,
    sk: place,
    type: 'search',
    v: 1,
  }));

/** Title rows of an item, for the first item of each order. */
const titlesOfFirst = (item: ItemRow): Row[] => (item.sequence === 0 ? titleRows(item) : []);

/** Rows of a company with N items, issued over `SPAN_DAYS` until `endMs`, in batches. */
export function* rowsOfItems(items: number, endMs: number): Generator<Row[], void, undefined> {
  const figures = new Figures();
  for (let number = 0; number < items; number++) {
    const lives = itemVersions(number, items, endMs);
    const { item } = lives.at(-1) as ChangedItem;
    figures.add(
      lives.map((life) => life.item),
      ZONE,
    );
    const order = Math.floor(number / ITEMS_PER_ORDER);
    yield [
      item,
      ...lives.map(({ entry }): LedgerRow => entry),
      registerRow(item),
      ...(order < 2 ? titlesOfFirst(item) : []),
      ...(order % INDEXED_EVERY === 0 ? indexedRows(item) : []),
      ...(item.sequence === 0 ? [subscriberOf(order, item.createdAtMs)] : []),
    ];
  }
  yield figures.rows();
}

/** Packs the register and closes days, like the nightly runs. */
export const runNightlyJobs = async (): Promise<void> => {
  const { packRegister } = await import('../../functions/domain/value/items/ledger/pack-register.ts');
  await packRegister(LARGE_COMPANY);
  const { closeDays } = await import('../../functions/domain/reporting/book/close.ts');
  await closeDays(LARGE_COMPANY, ZONE);
};

/** Imports the company and its catalog. */
export const importCompany = async (): Promise<void> => {
  await importOperatorData(operatorData);
};
