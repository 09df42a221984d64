import { beforeAll, describe, expect, it } from 'vitest';
import { saleUsage } from '../bench/sale/section.ts';
import { totalOf, type SaleUsage, type Story } from '../bench/sale/measure.ts';

let usage: SaleUsage;
beforeAll(() => {
  usage = saleUsage();
}, 120_000);

/** Maximum table calls and write units. */
const BUDGETS: Record<Story, { calls: number; write: number }> = {
  // Like a buyer: with a quote, the opened payment page and events that arrive one by one.
  sale: { calls: 28, write: 62 },
  'sale with an endpoint': { calls: 33, write: 75 },
  // A card pays a part, the gateway the rest; right after another sale, so that its events read the endpoints.
  'sale with a gift card': { calls: 37, write: 98 },
  // Counts of reports included; the requests alone are in redemption-costs.
  redemption: { calls: 4, write: 18 },
  hold: { calls: 3, write: 9 },
  capture: { calls: 5, write: 18 },
  claim: { calls: 5, write: 19 },
  // The buyer is notified by mail.
  refund: { calls: 16, write: 56 },
  settlement: { calls: 17, write: 49 },
  // Of an order whose page was never opened: it is checked once before.
  expiry: { calls: 4, write: 9 },
};

describe('table calls and write units', () => {
  it.each(Object.entries(BUDGETS) as [Story, { calls: number; write: number }][])(
    'a %s stays within its calls and units',
    (story, budget) => {
      const { calls, write } = totalOf(usage[story]);
      expect(calls).toBeGreaterThan(0);
      expect(calls).toBeLessThanOrEqual(budget.calls);
      expect(write).toBeLessThanOrEqual(budget.write);
    },
  );

  it('every call of a sale belongs to a known part', () => {
    expect(usage.sale.parts.filter(({ part }) => part.startsWith('rest'))).toEqual([]);
  });
});
