import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOf } from '../../../functions/platform/currencies.ts';
import { decimalFromMinor, decimalText, minorFromDecimal } from '../../../functions/platform/decimals.ts';

describe('amounts as decimals', () => {
  test('are the same after they are formatted and parsed, in every currency', () => {
    const currencies = fc.constantFrom('DKK', 'EUR', 'JPY', 'ISK', 'KWD', 'TND', 'HUF');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), currencies, (minor, currency) => {
        const wire = JSON.parse(JSON.stringify(decimalFromMinor(minor, currency))) as number;
        expect(minorFromDecimal(wire, currency)).toBe(minor);
        expect(String(wire).split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimalsOf(currency));
      }),
    );
  });

  test.each([
    ['0.29', 29],
    [1.1, 110],
    [19.99, 1999],
    [4.35, 435],
    ['4.3500', 435],
    ['7.', undefined],
    ['-1', undefined],
    [0.005, undefined],
    [0.1 + 0.2, undefined],
    [1e21, undefined],
    [NaN, undefined],
    ['1,50', undefined],
    ['', undefined],
  ])('%s DKK is parsed as %s', (decimal, minor) => {
    expect(minorFromDecimal(decimal, 'DKK')).toBe(minor);
  });

  test.each([
    ['JPY', 500, 500, '500'],
    ['JPY', '500.00', 500, '500'],
    ['JPY', 500.5, undefined, ''],
    ['KWD', 12.345, 12_345, '12.345'],
    ['KWD', 12.5, 12_500, '12.500'],
    ['KWD', 0.0001, undefined, ''],
  ])('%s %s is parsed as %s in the smallest unit', (currency, decimal, minor, text) => {
    expect(minorFromDecimal(decimal, currency)).toBe(minor);
    if (minor !== undefined) expect(decimalText(minor, currency)).toBe(text);
  });
});
