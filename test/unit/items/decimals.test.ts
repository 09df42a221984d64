import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalFromMinor, minorFromDecimal } from '../../../functions/platform/decimals.ts';

describe('money as decimals', () => {
  test('comes back as it went out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (minor) => {
        const wire = JSON.parse(JSON.stringify(decimalFromMinor(minor))) as number;
        expect(minorFromDecimal(wire)).toBe(minor);
        expect(String(wire)).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });

  test.each([
    ['0.29', 29],
    [1.1, 110],
    [19.99, 1999],
    [4.35, 435],
    ['7.', undefined],
    ['-1', undefined],
    [0.005, undefined],
    [0.1 + 0.2, undefined],
    [1e21, undefined],
    [NaN, undefined],
    ['1,50', undefined],
    ['', undefined],
  ])('%s is %s', (decimal, minor) => {
    expect(minorFromDecimal(decimal)).toBe(minor);
  });
});
