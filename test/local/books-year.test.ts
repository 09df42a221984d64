import { beforeAll, expect, test } from 'vitest';
import { READ_UNITS_MAX, WRITE_UNITS_MAX, yearFigures } from '../bench/books/section.ts';
import type { YearFigures } from '../bench/books/year.ts';

/** A small version of `npm run bench -- books`, which has 20,000 orders. */
const ORDERS = 200;

let year: YearFigures;
beforeAll(() => {
  year = yearFigures(ORDERS);
}, 600_000);

test('all reports agree on a year with refunds, disputes, expiries, three VAT rates and two commissions', () => {
  expect(year.faults).toEqual([]);
  expect(year.orders).toBeGreaterThanOrEqual(ORDERS * 0.9);
  for (const name of ['captured', 'refunded', 'gift_cards', 'discount', 'commission', 'redeemed', 'expired_value'])
    expect(year.totals[name], name).toBeGreaterThan(0);
  for (const name of [
    'refund',
    'partial refund',
    'dispute_lost',
    'dispute_won',
    'gift card',
    'undo',
    'adjusted',
    'replaced',
  ])
    expect(year.done[name], name).toBeGreaterThan(0);
});

test('reports of a month and bookings of a sale stay within their read and write units', () => {
  expect(Object.keys(year.mostRead)).toEqual(['summary', 'movements', 'statement']);
  for (const [name, units] of Object.entries(year.mostRead)) expect(units, name).toBeLessThanOrEqual(READ_UNITS_MAX);
  expect(year.unitsOfSale).toBeGreaterThan(0);
  expect(year.unitsOfSale).toBeLessThanOrEqual(WRITE_UNITS_MAX);
});
