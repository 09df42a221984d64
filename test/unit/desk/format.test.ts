import { describe, expect, test } from 'vitest';
import { percent } from '../../../functions/desk/format.ts';
import { de } from '../../../functions/desk/texts/de.ts';
import { en } from '../../../functions/desk/texts/en.ts';

describe('a share in percent', () => {
  test.each([
    [0.1234, '12%'],
    [0.0045, '0.45%'],
    [-0.0004, '−0.04%'],
    [0, '0%'],
    [1, '100%'],
  ])('%d is %s', (share, text) => {
    expect(percent({ t: en }, share)).toBe(text);
  });

  test('is formatted in the language of the page, and with a sign if it is a change', () => {
    expect(percent({ t: de }, 0.0045, 'always')).toBe('+0,45\u00a0%');
  });
});
