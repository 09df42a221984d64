import { startReceiver } from '../../support/receiver.ts';
import { Bench, isSweepOfOrders } from './bench.ts';
import { LocalStripe } from './local-stripe.ts';
import type { MeteredCall } from './meter.ts';

/** Parts of a sale, and their functions. */
const PARTS = {
  quote: ['create-quote'],
  order: ['create-order'],
  session: ['create-checkout-session', 'open-test-session'],
  payment: ['area-payment'],
  'settle notices': ['test-gateway', 'receive-test-notice', 'receive-stripe-notice'],
  fulfillment: ['fulfill-order'],
  counts: ['report-counts'],
  'events and search': ['stream-relay', 'webhook-events', 'items'],
  mail: ['send-mail'],
  deliveries: ['webhook-deliveries'],
  'gift card': ['apply-gift-card'],
  claim: ['claim-item'],
  redemption: ['create-redemption', 'capture-redemption'],
  refund: ['refund-order'],
  'refund at the gateway': ['refund-test-payment'],
  settle: ['settle-order'],
  expiry: ['expiry-sweep'],
} as const;

type Part = keyof typeof PARTS;

/** Table calls and units of one part; `rest` is the work of functions that belong to no part. */
export interface PartUsage {
  part: string;
  calls: number;
  write: number;
  read: number;
  /** Its writes, by call: each row with its bytes, and the units of the row and its index entries. */
  rows: string;
}

/** The measurements: complete sales of several kinds, and operations on their items and orders. */
export type Story =
  | 'sale'
  | 'sale at Stripe'
  | 'sale with an endpoint'
  | 'sale with a gift card'
  | 'claim'
  | 'redemption'
  | 'hold'
  | 'capture'
  | 'refund'
  | 'settlement'
  | 'expiry';

interface StoryUsage {
  parts: PartUsage[];
  /** Every call, to find where units are used. */
  calls: MeteredCall[];
}

export type SaleUsage = Record<Story, StoryUsage>;

export const partOf = (name: string): string =>
  (Object.keys(PARTS) as Part[]).find((part) => (PARTS[part] as readonly string[]).includes(name)) ?? `rest: ${name}`;

const usageOf = (calls: MeteredCall[]): StoryUsage => {
  const order = Object.keys(PARTS);
  const placeOf = (part: string): number => (order.includes(part) ? order.indexOf(part) : order.length);
  const byPart = Map.groupBy(calls, ({ by }) => partOf(by));
  const parts = [...byPart].map(([part, own]) => ({
    part,
    calls: own.length,
    write: sumOf(own, 'write'),
    read: sumOf(own, 'read'),
    rows: rowsOf(own),
  }));
  return { parts: parts.toSorted((a, b) => placeOf(a.part) - placeOf(b.part)), calls };
};

const rowsOf = (calls: readonly MeteredCall[]): string =>
  calls
    .filter(({ rows }) => rows.length > 0)
    .map(({ rows }) => rows.map(({ type, bytes, row, indexes }) => `${type} ${bytes} B ${row}+${indexes}`).join(', '))
    .join(' | ');

const sumOf = (figures: readonly { write: number; read: number }[], name: 'write' | 'read'): number =>
  figures.reduce((sum, figure) => sum + figure[name], 0);

/** The total of all parts. */
export const totalOf = ({ calls }: StoryUsage): Omit<PartUsage, 'part' | 'rows'> => ({
  calls: calls.length,
  write: sumOf(calls, 'write'),
  read: sumOf(calls, 'read'),
});

/**
 * Counts calls and units of complete sales, a claim, redemptions, a refund, a settlement and an expiry: the real
 * functions on a table in memory, sequentially and without failures, so that the figures are the same each time.
 * Replaces the clock and random numbers of its process.
 */
export const measureSale = async (): Promise<SaleUsage> => {
  const bench = await Bench.open();
  // Caches are warm after the first sale, as in a running shop.
  await bench.sell();
  const sale = await bench.metered(() => bench.sell());
  const stripe = new LocalStripe(() => bench.system.nowMs);
  await bench.sellAtStripe(stripe);
  const atStripe = await bench.metered(() => bench.sellAtStripe(stripe));
  stripe.disconnect();
  const code = await bench.codeOf(sale.orderId);
  const claim = await bench.metered(() => bench.claim(code));
  const cardCode = await bench.codeOf((await bench.sell()).orderId);
  const withCard = await bench.metered(() => bench.sellWithCard(cardCode));
  const redemption = await bench.metered(() => bench.redeem(cardCode, true));
  const hold = await bench.metered(() => bench.redeem(cardCode, false));
  const capture = await bench.metered(() => bench.capture(hold.id));
  const refunded = await bench.sell();
  const refund = await bench.metered(() => bench.refund(refunded.orderId));
  const invoiced = await bench.order();
  const settlement = await bench.metered(() => bench.settle(invoiced));
  await bench.order();
  const expiry = await bench.metered(() => bench.passDay(), isSweepOfOrders);
  const receiver = await startReceiver();
  try {
    await bench.register(receiver.url);
    await bench.sell();
    const withEndpoint = await bench.metered(() => bench.sell());
    return {
      sale: usageOf(sale.calls),
      'sale at Stripe': usageOf(atStripe.calls),
      'sale with an endpoint': usageOf(withEndpoint.calls),
      'sale with a gift card': usageOf(withCard.calls),
      claim: usageOf(claim.calls),
      redemption: usageOf(redemption.calls),
      hold: usageOf(hold.calls),
      capture: usageOf(capture.calls),
      refund: usageOf(refund.calls),
      settlement: usageOf(settlement.calls),
      expiry: usageOf(expiry.calls),
    };
  } finally {
    await receiver.close();
  }
};
