import { beforeAll, describe, expect, it } from 'vitest';
import { saleUsage } from '../bench/sale/section.ts';
import { totalOf, type SaleUsage, type Story } from '../bench/sale/measure.ts';

let usage: SaleUsage;
beforeAll(() => {
  usage = saleUsage();
}, 120_000);

/** Maximum table calls and write units. */
const BUDGETS: Record<Story, { calls: number; write: number }> = {
  // Like the sale to a real buyer, with a quote, a visit to the payment page, and events that arrive one by one.
  sale: { calls: 28, write: 62 },
  // Stripe sends three events for a card payment.
  'sale at Stripe': { calls: 25, write: 68 },
  'sale with an endpoint': { calls: 33, write: 75 },
  // Partly paid by a card, right after another sale, so that its events read the endpoints.
  'sale with a gift card': { calls: 37, write: 98 },
  // Including the counters of reports; redemption-costs.test.ts has the cost of the requests alone.
  redemption: { calls: 4, write: 18 },
  hold: { calls: 3, write: 9 },
  capture: { calls: 5, write: 18 },
  claim: { calls: 5, write: 19 },
  // The buyer is notified by email.
  refund: { calls: 16, write: 56 },
  settlement: { calls: 17, write: 49 },
  // The expiry of an order whose payment page was never opened. The order is checked once before it expires.
  expiry: { calls: 4, write: 9 },
};

describe('table calls and write units', () => {
  it.each(Object.entries(BUDGETS) as [Story, { calls: number; write: number }][])(
    'of a %s stay within their maximum',
    (story, budget) => {
      const { calls, write } = totalOf(usage[story]);
      expect(calls).toBeGreaterThan(0);
      expect(calls).toBeLessThanOrEqual(budget.calls);
      expect(write).toBeLessThanOrEqual(budget.write);
    },
  );

  it('of a sale all belong to a known part', () => {
    expect(usage.sale.parts.filter(({ part }) => part.startsWith('rest'))).toEqual([]);
  });
});
