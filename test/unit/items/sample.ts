import { PAID, type ItemFacts, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import type { ItemTerms } from '../../../functions/domain/value/items/rules.ts';

export const NOW_MS = Date.parse('2027-03-01T12:00:00Z');
const YEAR_MS = 365 * 86_400_000;

export const terms: ItemTerms = { nowMs: NOW_MS, zone: 'Europe/Copenhagen', claimExpired: undefined };

/** Facts of an item at its issue; a test may replace some. */
export const sampleFacts = (more: Partial<ItemFacts> = {}): ItemFacts => ({
  company: 'shop',
  companyName: 'Shop ApS',
  code: 'AAAA-BBBB-CCCC-DDDD-EEEE',
  orderId: `ord_${'0'.repeat(32)}`,
  orderReference: null,
  clientReference: null,
  lineId: null,
  sequence: 0,
  orderItems: 1,
  itemType: 'GIFTCARD',
  productId: null,
  optionId: null,
  title: 'Gift card',
  variant: null,
  event: null,
  addOn: false,
  ticket: null,
  valueMinor: 10000,
  priceMinor: 10000,
  pieces: 1,
  vatTreatment: 'multi_purpose',
  vatPercent: 25,
  currency: 'DKK',
  campaignId: null,
  validUntilMs: NOW_MS + YEAR_MS,
  orderValidUntilMs: NOW_MS + YEAR_MS,
  sender: { name: 'Anna Andersen', email: 'anna@example.com', phone: null },
  senderCompany: null,
  receiver: { name: 'Bo', email: 'bo@example.com', phone: null },
  greeting: null,
  imageUrl: null,
  channel: 'api',
  language: 'da',
  paymentType: 'invoice',
  isToken: false,
  deliverAtMs: null,
  deliveredAtMs: null,
  postal: false,
  createdAtMs: NOW_MS,
  createdBy: null,
  soldThrough: 'api',
  ...more,
});

/** A paid item right after its issue. */
export const sampleItem = (more: Partial<ItemFacts> = {}): ItemRow =>
  issueItem({ facts: sampleFacts(more), status: PAID, by: { system: 'test' }, requestId: 'issue' }).item;
