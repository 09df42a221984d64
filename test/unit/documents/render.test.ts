import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../../functions/adapters/pdf/document.ts';
import { HEADER_HEIGHT, PAGE } from '../../../functions/adapters/pdf/page.ts';
import { renderDocument } from '../../../functions/adapters/pdf/render.ts';
import { prepareShaper } from '../../../functions/adapters/pdf/shaper.ts';
import { groupedCode } from '../../../functions/adapters/pdf/stub.ts';
import { cutTo, setText } from '../../../functions/adapters/pdf/text.ts';
import { Typesetter, type TextLine } from '../../../functions/adapters/pdf/typesetter.ts';
import { jpeg, png } from '../../support/pictures.ts';
import { withoutWhitespace, textOfPages } from '../../support/read-pdf.ts';

const item = (index = 0) => ({
  code: `ABCD-EFGH-${index}`,
  claimUrl: `https://api.example/c/ABCD-EFGH-${index}`,
  amount: '500 kr.',
  validity: { label: 'Gyldig til og med', text: '30. november 2029' },
});

const input = (more: Partial<DocumentInput> = {}): DocumentInput => ({
  language: 'da',
  kind: 'gift_card',
  brand: {
    name: 'Nordlys',
    colors: {
      primary: '#12343b',
      onPrimary: '#ffffff',
      secondary: '#c8963e',
      background: '#ffffff',
      text: '#22303a',
      accent: '#12343b',
    },
    fonts: { heading: 'noto-sans', body: 'noto-sans' },
  },
  badge: 'Gavekort',
  title: 'Gavekort',
  facts: [],
  codeLabel: 'Kode',
  scanHint: 'Vis koden ved indløsning.',
  items: [item()],
  ...more,
});

beforeAll(prepareShaper);

const type = new Typesetter({ heading: 'noto-sans', body: 'noto-sans' }, 'en');
const face = (weight: 'regular' | 'bold') => ({ role: 'body', weight }) as const;
/** Text of a line in reading order. */
const textOf = ({ runs }: TextLine, isRightToLeft = false): string =>
  (isRightToLeft ? [...runs].reverse() : runs).map(({ text }) => text).join('');
const MISSING_GLYPH = 0;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

it('a long name is on the card in full, left of its ribbon', async () => {
  const name = 'Grundstücksverwaltungsgesellschaft Donaudampfschifffahrt Müller-Lüdenscheidt mbH & Co. KG';
  const bytes = await renderDocument(input({ brand: { ...input().brand, name } }));
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const pieces = (await page.getTextContent()).items.flatMap((piece) => ('str' in piece ? [piece] : []));
  const above = pieces.filter(({ transform }) => (transform as number[])[5]! > PAGE.height - HEADER_HEIGHT);
  const named = above.filter(({ str }) => str !== '' && name.includes(str));
  expect(withoutWhitespace(named.map(({ str }) => str).join(''))).toBe(withoutWhitespace(name));
  for (const { transform, width } of named) expect((transform as number[])[4]! + width).toBeLessThan(412);
});

it('the watermark of a sample is under the greeting', async () => {
  const [text = ''] = await textOfPages(await renderDocument(input({ watermark: 'Prøve', message: 'Tillykke!' })));
  expect(text).toMatch(/PRØVE[^]*Tillykke!/);
});

it('words are divided by spaces at the end of each line, for readers that follow the tags', async () => {
  const message = 'Tillykke med dagen og alt godt i det nye år fra os alle sammen hjemme i Aarhus og omegn. '
    .repeat(3)
    .trim();
  const bytes = await renderDocument(input({ message }));
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const operands: unknown[] = (await page.getOperatorList()).argsArray.flat(2);
  const glyphs = operands.filter((each) => typeof each === 'object' && each !== null && 'unicode' in each);
  expect(glyphs.map(({ unicode }) => unicode).join('')).toContain(message);
});

it('text copied from a document has whole Arabic words', async () => {
  const words = ['بن', 'السالم', 'في', 'البيت'];
  const [text = ''] = await textOfPages(await renderDocument(input({ message: words.join(' ') })));
  expect(text.split(/\s+/)).toEqual(expect.arrayContaining(words));
});

describe('text on documents', () => {
  it.each([
    'Søren Ærøskøbing, Åse Ødegård, Þórður, Łukasz Żółć, Şebnem Ağaoğlu, Đorđe, Ċikku, Ŵyn',
    'Κωνσταντίνος Παπαδόπουλος, ἀρχή',
    'Олександр Їжакевич, Ђорђе, Ѓорѓи, Ўладзімір',
    'Գևորգ Հակոբյան',
    'გიორგი მამარდაშვილი',
    'お誕生日おめでとう、山田さん',
    '生日快乐，王小明',
    '생일 축하해요',
    'สุขสันต์วันเกิด',
    'শুভ জন্মদিন, શ્રી જયેશ, ਜਨਮਦਿਨ ਮੁਬਾਰਕ, ಕೃಷ್ಣಮೂರ್ತಿ',
    'ജന്മദിനാശംസകൾ, ଶ୍ରୀ ଜଗନ୍ନାଥ, உபன்யாஸ், పుట్టినరోజు',
    'සුභ උපන්දිනයක්, រីករាយថ្ងៃខួបកំណើត, ສຸກສັນວັນເກີດ, မွေးနေ့',
    'መልካም ልደት፣ ፀሐይ',
    'Glædelig jul 🎄🎁 ❤️ ★ ✓ 👩‍👩‍👧 🇩🇰 👍🏽',
  ])('has a glyph for every letter of %s', (text) => {
    for (const weight of ['regular', 'bold'] as const) {
      const line = type.line(text, face(weight));
      expect(textOf(line)).toBe(text.normalize('NFC'));
      for (const { glyphs } of line.runs) expect(glyphs.map(({ id }) => id)).not.toContain(MISSING_GLYPH);
    }
  });

  it.each([
    ['Arabic', 'السلام عليكم يا محمد'],
    ['Hebrew', 'שלום דוד'],
    ['Thaana', 'އަޙްމަދު މަރިޔަމް'],
  ])('%s is set from right to left, with joined letters in order', (_name, text) => {
    const line = type.line(text, face('regular'));
    expect(type.isRightToLeft(text)).toBe(true);
    expect(textOf(line, true)).toBe(text);
    const clusters = line.runs.flatMap(({ glyphs }) => glyphs.map(({ cluster }) => cluster));
    expect(clusters).toEqual([...clusters].sort((a, b) => b - a));
  });

  it('a foreign word inside keeps its own direction', () => {
    const line = type.line('נתראה ב-Nordlys מחר', face('regular'));
    const isWord = ({ text }: { text: string }): boolean => text.trim() !== '';
    expect(line.runs.filter(isWord).map(({ text, isRightToLeft }) => [text.trim(), isRightToLeft])).toEqual([
      ['מחר', true],
      ['Nordlys', false],
      ['נתראה ב-', true],
    ]);
  });

  it.each([
    ['in one line', 400, ['+965 2222 3333']],
    ['over two lines', 90, ['+965', '2222 3333']],
  ])('an isolated telephone number next to Arabic keeps its order, %s', (_, width, parts) => {
    const { lines } = setText(type, 'شارع الخليج · \u2068+965 2222 3333\u2069 · \u2068a@b.example\u2069', width, {
      size: 10,
    });
    const shown = lines.flatMap(({ runs }) => runs.map(({ text }) => text.trim()));
    for (const part of parts) expect(shown).toContain(part);
    expect(shown.join('')).not.toMatch(/[\u2066-\u2069]/);
  });

  it('truncated text keeps its reading order', () => {
    const block = setText(type, 'שלום a@b.example ועוד מילה אחת כאן', 110, { size: 10 });
    const [line] = cutTo(type, block, block.leading).lines;
    expect(line?.text).toMatch(/^שלום a@b.example.* …$/);
  });

  it.each([
    ['lines with marks', 'பிறந்தநாள்\nவாழ்த்துகள்', 13.6],
    ['one line with marks', 'வாழ்த்துகள்', 11],
    ['letters with composed accents', 'e\u0301\nÅ', 11],
    ['emoji, including keycaps', 'Vælg 1️⃣\neller ❤️', 11],
  ])('%s have room between lines', (_, text, leading) => {
    expect(setText(type, text, 400, { size: 10, lineHeight: 1.1 }).leading).toBeCloseTo(leading);
  });

  it('joins letters and accents that were typed separately, and composed emoji', () => {
    expect(textOf(type.line('e\u0301 A\u030a', face('regular')))).toBe('é Å');
    expect(type.line('👩‍👧', face('regular')).runs[0]?.glyphs).toHaveLength(1);
    expect(type.line('🇩🇰', face('regular')).runs[0]?.glyphs).toHaveLength(1);
  });

  it('drops invisible characters, replaces decorative letters with plain ones, and marks characters that no font supports', () => {
    expect(textOf(type.line('a\u200d\u0007b', face('regular')))).toContain('b');
    expect(textOf(type.line('𝓗𝓪𝓹𝓹𝔂 ﬁn', face('regular')))).toBe('Happy ﬁn');
    expect(textOf(type.line('ᏣᎳᎩ', face('regular')))).toBe('???');
  });

  it.each([
    ['1\t2\u00853', '1 2 3'],
    ['שלום\tדוד\u0007', 'שלום דוד'],
    ['王\t明\u0007', '王 明'],
  ])('separates words of %j by a space, and has no box for a control character', (text, shown) => {
    const line = type.line(text, face('regular'));
    expect(line.text).toBe(shown);
    for (const { glyphs } of line.runs) expect(glyphs.map(({ id }) => id)).not.toContain(MISSING_GLYPH);
  });

  it('never exceeds its width, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 40, max: 300 }), (text, width) => {
        for (const line of setText(type, text, width, { size: 10 }).lines) {
          if (line.width * 10 > width + 0.01) expect([...graphemes.segment(textOf(line).trim())]).toHaveLength(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a character as wide as its neighbors', '⺀±⺀ࣁ✇', 41],
    ['a long word of such characters', '⺀±⺀±⺀±⺀±⺀±⺀±', 45],
  ])('measures %s with the width in which it is set', (_, text, width) => {
    const { lines } = setText(type, text, width, { size: 10 });
    for (const line of lines) expect(line.width * 10).toBeLessThanOrEqual(width);
    expect(lines.map((line) => textOf(line)).join('')).toHaveLength(text.length);
  });

  it('sets codes without separators in groups of four', () => {
    expect(groupedCode('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
    expect(groupedCode('AB-CDEF')).toBe('AB-CDEF');
  });
});

describe('a rendered document', () => {
  it('has a page for each item, and a clickable code on each', async () => {
    const document = await PDFDocument.load(await renderDocument(input({ items: [item(1), item(2), item(3)] })));
    expect(document.getPageCount()).toBe(3);
    expect(document.getPages().every((page) => page.node.Annots()?.size() === 1)).toBe(true);
  });

  it.each(['https://api.example/c/shop/SUMMER)', 'https://api.example/c/shop/(50%25', 'https://api.example/c/a\\b'])(
    'links to %s, whose characters have a meaning in a PDF',
    async (claimUrl) => {
      const document = await PDFDocument.load(await renderDocument(input({ items: [{ ...item(), claimUrl }] })));
      const link = document.getPage(0).node.Annots()?.lookup(0, PDFDict);
      const action = link?.lookup(PDFName.of('A'), PDFDict);
      expect(link?.lookup(PDFName.of('Contents'), PDFHexString).decodeText()).toBe(claimUrl);
      expect(action?.lookup(PDFName.of('URI'), PDFHexString).decodeText()).toBe(claimUrl);
    },
  );

  it('is byte-identical when it is rendered again', async () => {
    const richer = input({ message: 'Tillykke 🎉', picture: { mime: 'image/png', bytes: png() } });
    const [first, second] = [await renderDocument(richer), await renderDocument(richer)];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });

  it.each([
    ['image/jpeg', jpeg()],
    ['image/png', png()],
  ] as const)('embeds a picture of type %s once for all pages', async (mime, bytes) => {
    const withPicture = await renderDocument(input({ items: [item(1), item(2)], picture: { mime, bytes } }));
    const raw = await PDFDocument.load(withPicture);
    const images = raw.context.enumerateIndirectObjects().filter(([, object]) => {
      const { dict } = object as { dict?: PDFDict };
      return dict?.get(PDFName.of('Subtype')) === PDFName.of('Image');
    });
    expect(images).toHaveLength(1);
  });

  it('is rendered with the longest texts that an order can contain', async () => {
    const long = 'Kære ven, til lykke med dagen! '.repeat(65);
    const everything = input({
      title: 'Meget lang titel '.repeat(30),
      subtitle: 'Lang variant '.repeat(40),
      message: `${long}\n`.repeat(3),
      facts: [{ label: 'Bemærkning', text: long }],
      from: { label: 'Fra', text: 'N'.repeat(255) },
      to: { label: 'Til', text: 'W'.repeat(255) },
      terms: { label: 'Betingelser', text: long },
      items: [{ ...item(), code: 'X'.repeat(60), amount: '1.000.000.000,00 kr.' }],
    });
    const text = withoutWhitespace((await textOfPages(await renderDocument(everything))).join(' '));
    const kept = ['Megetlangtitel', 'Langvariant', 'Kæreven,tillykkemeddagen!', 'X'.repeat(60), '1.000.000.000,00kr.'];
    for (const words of [...kept, 'Bemærkning', 'Betingelser', 'N'.repeat(20), 'W'.repeat(20)])
      expect(text).toContain(words);
  });

  it.each(['no picture', 'a tall picture', 'a wide picture'])('shows title and variant, with %s', async (kind) => {
    const [width, height] = kind === 'a wide picture' ? [320, 160] : [160, 320];
    const picture = { mime: 'image/png', bytes: png({ width, height }) } as const;
    for (const message of ['short', 'line\n'.repeat(10), 'Kære ven, til lykke med dagen! '.repeat(60)]) {
      for (const amount of ['250 kr.', undefined]) {
        const { amount: _amount, ...bare } = item();
        const document = input({
          title: 'Jazz i parken',
          subtitle: 'Siddeplads på første række ved scenen',
          message,
          items: [amount === undefined ? bare : { ...bare, amount }],
          facts: [{ label: 'Sted', text: 'Åparken' }],
          from: { label: 'Fra', text: 'Anna' },
          to: { label: 'Til', text: 'Bo' },
          ...(kind === 'no picture' ? {} : { picture }),
        });
        const text = withoutWhitespace((await textOfPages(await renderDocument(document))).join(' '));
        expect(text).toContain('Jazziparken');
        expect(text).toContain('Siddeplads');
      }
    }
  });

  it('with a thousand items takes less than ten seconds of CPU time and 4 MB', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => item(index));
    const before = process.cpuUsage();
    const bytes = await renderDocument(input({ items, picture: { mime: 'image/jpeg', bytes: jpeg() } }));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
    expect(bytes.byteLength).toBeLessThan(4_000_000);
  }, 60_000);
});
