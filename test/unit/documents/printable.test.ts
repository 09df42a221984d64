import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LABEL_FONTS } from '../../../functions/adapters/images/asset-list.ts';
import { FONT_FILES, SCRIPT_FONTS } from '../../../functions/adapters/pdf/asset-list.ts';
import { chainFor, clustersOf } from '../../../functions/adapters/pdf/clusters.ts';
import { fontNamed, prepareShaper } from '../../../functions/adapters/pdf/shaper.ts';
import { PRINTABLE } from '../../../functions/platform/printable-data.ts';
import { unprintable, unprintableFault } from '../../../functions/platform/printable.ts';
import { packedFont, readFont } from '../../../functions/platform/assets.ts';
import { digestOf, FONT_FOLDER, fontSources, storedFontName } from '../../../lib/build/fonts.ts';
import { printableData } from '../../../lib/build/printable.ts';

describe('stored fonts', () => {
  const sources = Object.values(fontSources()).flatMap((files) => Object.entries(files));

  it.each(sources)('%s equals the file in its package (node bin/fonts.ts)', (path, digest) => {
    const bytes = readFont(`${FONT_FOLDER}/${storedFontName(path)}`);
    expect(digestOf(bytes)).toBe(digest);
  });

  it('are exactly the used ones', () => {
    const used = Object.values(FONT_FILES).flatMap(({ regular, bold }) => [regular, bold]);
    const ours = new Set([...used, ...LABEL_FONTS].filter((file) => file.startsWith(FONT_FOLDER)));
    const kept = readdirSync(FONT_FOLDER).filter((file) => file.endsWith('.zst'));
    expect([...ours].toSorted()).toEqual(kept.map((file) => `${FONT_FOLDER}/${file}`).toSorted());
    expect(sources.map(([path]) => storedFontName(path)).toSorted()).toEqual(kept.toSorted());
    expect(packedFont('NotoSans_400Regular.ttf')).toBe(LABEL_FONTS[0]);
  });
});

describe('fonts of scripts', () => {
  beforeAll(prepareShaper);

  it.each(Object.keys(SCRIPT_FONTS) as (keyof typeof SCRIPT_FONTS)[])('all letters of %s are printed', (family) => {
    const { has } = fontNamed(family, 'regular');
    const letters = Array.from({ length: 0x10000 }, (_, point) => point)
      .filter(has)
      .map((point) => String.fromCodePoint(point))
      .filter((letter) => unprintable(letter).length === 0);
    expect(letters.length).toBeGreaterThan(50);
    const printed = (text: string): string =>
      clustersOf(text, chainFor('noto-sans', text, 'en'), 'regular')
        .map((cluster) => cluster.text)
        .join('');
    expect(letters.filter((letter) => letter !== '?' && printed(letter).includes('?'))).toEqual([]);
  });
});

describe('letters that cannot be printed', () => {
  it('are derived from the fonts of documents (node bin/printable.ts)', async () => {
    expect(PRINTABLE).toBe(await printableData());
  });

  it.each([
    'Søren, Łukasz, Þórður',
    'Κωνσταντίνος, Олександр, Գևորգ, გიორგი',
    'السلام عليكم',
    'שלום',
    'お誕生日おめでとう 生日快乐 생일 축하해요 สุขสันต์วันเกิด ฿',
    'जन्मदिन মুবারক બાળ ਪੰਜਾਬ ಕನ್ನಡ മലയാളം ଓଡ଼ିଆ සිංහල தமிழ் తెలుగు',
    'ខ្មែរ ລາວ မြန်မာ አማርኛ ދިވެހި',
    '👩‍👩‍👧 🇩🇰 👍🏽 ❤️ ★ 𝓗𝓪𝓹𝓹𝔂 ﬁn',
  ])('do not occur in %s', (text) => {
    expect(unprintable(text)).toEqual([]);
  });

  it('are each listed once', () => {
    expect(unprintable('ᏣᎳᎩ ᏣᎳᎩ ok')).toEqual(['Ꮳ', 'Ꮃ', 'Ꭹ']);
    expect(String(unprintableFault('Hi Ꮳ'))).toBe('This holds letters that cannot be printed on a card: Ꮳ (U+13E3).');
    expect(unprintableFault('Hi')).toBeUndefined();
    expect(String(unprintableFault('Hi\u0000 \u0007'))).toBe(
      'This holds letters that cannot be printed on a card: U+0000, U+0007.',
    );
    expect(unprintableFault('Dear\tBo,\r\nhi')).toBeUndefined();
  });

  it('include the replacement character, which replaces a lost letter', () => {
    expect(unprintable('S\uFFFDren')).toEqual(['\uFFFD']);
  });
});
