import { describe, expect, it } from 'vitest';
import { PRINTABLE } from '../../../functions/domain/documents/printable-data.ts';
import { unprintable, unprintableFault } from '../../../functions/domain/documents/printable.ts';
import { printableData } from '../../../lib/build/printable.ts';

describe('letters that cannot be printed', () => {
  it('are known from the fonts that documents are printed with (node bin/printable.ts)', async () => {
    expect(PRINTABLE).toBe(await printableData());
  });

  it.each([
    'Søren, Łukasz, Þórður',
    'Κωνσταντίνος, Олександр, Գևորգ, გიორგი',
    'السلام عليكم',
    'שלום',
    'お誕生日おめでとう 生日快乐 생일 축하해요 สุขสันต์วันเกิด',
    '👩‍👩‍👧 🇩🇰 👍🏽 ❤️ ★ 𝓗𝓪𝓹𝓹𝔂 ﬁn',
  ])('are none in %s', (text) => {
    expect(unprintable(text)).toEqual([]);
  });

  it('are named, each once', () => {
    expect(unprintable('ᏣᎳᎩ ᏣᎳᎩ ok')).toEqual(['Ꮳ', 'Ꮃ', 'Ꭹ']);
    expect(unprintableFault('Hi Ꮳ')).toBe('This holds letters that cannot be printed on a card: Ꮳ (U+13E3).');
    expect(unprintableFault('Hi')).toBeUndefined();
    expect(unprintableFault('Hi\u0000 \u0007')).toBe(
      'This holds letters that cannot be printed on a card: U+0000, U+0007.',
    );
    expect(unprintableFault('Dear\tBo,\r\nhi')).toBeUndefined();
  });
});
