import { describe, expect, test } from 'vitest';
import { decimalsOf } from '../../../functions/platform/currencies.ts';

const known = Intl.supportedValuesOf('currency');
const inIntl = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/**
 * Currencies for which `Intl` follows the cash in circulation, while ISO 4217, banks and gateways use smaller units.
 * SLL is included because `Intl` still formats this former currency without decimals.
 */
const CASH_ONLY = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MMK PKR SLL SOS SYP YER'.split(' ');

describe('decimals of a currency', () => {
  test.each([
    ['JPY', 0],
    ['ISK', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['DKK', 2],
    ['EUR', 2],
    ['HUF', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    ['kwd', 3],
  ])('%s has %i', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals);
  });

  test('are those of Intl for every currency it knows, except for cash rounding', () => {
    expect(known.length).toBeGreaterThan(150);
    const differing = known.filter((currency) => decimalsOf(currency) !== inIntl(currency));
    expect(differing.filter((currency) => !CASH_ONLY.includes(currency))).toEqual([]);
    for (const currency of differing) expect([currency, inIntl(currency)]).toEqual([currency, 0]);
    expect(Math.max(...known.map(decimalsOf))).toBe(3);
  });
});
