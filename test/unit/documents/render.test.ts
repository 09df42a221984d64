import { PDFDocument, PDFName, type PDFDict } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../../functions/adapters/pdf/document.ts';
import { runsOf } from '../../../functions/adapters/pdf/fonts.ts';
import { renderDocument } from '../../../functions/adapters/pdf/render.ts';
import { groupedCode } from '../../../functions/adapters/pdf/stub.ts';
import { setText } from '../../../functions/adapters/pdf/text.ts';
import { jpeg, png } from '../../support/pictures.ts';

const item = (index = 0) => ({
  code: `ABCD-EFGH-${index}`,
  claimUrl: `https://api.example/c/ABCD-EFGH-${index}`,
  amount: '500 kr.',
  validity: { label: 'Gyldig til og med', text: '30. november 2029' },
});

const input = (more: Partial<DocumentInput> = {}): DocumentInput => ({
  language: 'da',
  kind: 'gift_card',
  brand: { name: 'Nordlys', colors: { primary: '#12343b', onPrimary: '#fdf8ef', accent: '#c8963e', text: '#22303a' } },
  badge: 'Gavekort',
  title: 'Gavekort',
  facts: [],
  codeLabel: 'Kode',
  scanHint: 'Vis koden ved indløsning.',
  items: [item()],
  ...more,
});

const textOf = (runs: ReturnType<typeof runsOf>): string => runs.map(({ text }) => text).join('');

describe('text on documents', () => {
  it.each([
    'Søren Ærøskøbing, Åse Ødegård, Þórður, Łukasz Żółć, Şebnem Ağaoğlu, Đorđe, Ċikku, Ŵyn',
    'Κωνσταντίνος Παπαδόπουλος, ἀρχή',
    'Олександр Їжакевич, Ђорђе, Ѓорѓи, Ўладзімір',
    'Գևորգ Հակոբյան',
    'გიორგი მამარდაშვილი',
    'Glædelig jul 🎄🎁 ❤ ★ ✓',
  ])('has a glyph for every letter of %s', (text) => {
    for (const weight of ['regular', 'bold'] as const) expect(textOf(runsOf(text, weight))).toBe(text.normalize('NFC'));
  });

  it('joins letters and accents that were typed apart', () => {
    expect(textOf(runsOf('e\u0301 A\u030a', 'regular'))).toBe('é Å');
  });

  it('drops what has no shape, plainly writes what is fancy, and marks what no font has', () => {
    expect(textOf(runsOf('👩‍👧\ufe0f\u200d\u0007', 'regular'))).toBe('👩👧');
    expect(textOf(runsOf('𝓗𝓪𝓹𝓹𝔂 ﬁn', 'regular'))).toBe('Happy ﬁn');
    expect(textOf(runsOf('日本', 'regular'))).toBe('??');
  });

  it('never runs over its width, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 40, max: 300 }), (text, width) => {
        for (const line of setText(text, width, { size: 10 }).lines) {
          const used = line.reduce((sum, run) => sum + run.width * 10, 0);
          expect(used <= width || [...textOf(line).trim()].length <= 2 || line.length === 0).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('sets codes without groups of their own in groups of four', () => {
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

  it('is the same, byte for byte, every time', async () => {
    const richer = input({ message: 'Tillykke 🎉', picture: { mime: 'image/png', bytes: png() } });
    const [first, second] = [await renderDocument(richer), await renderDocument(richer)];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });

  it.each([
    ['image/jpeg', jpeg()],
    ['image/png', png()],
  ] as const)('embeds a picture of type %s once, however many pages it has', async (mime, bytes) => {
    const withPicture = await renderDocument(input({ items: [item(1), item(2)], picture: { mime, bytes } }));
    const raw = await PDFDocument.load(withPicture);
    const images = raw.context.enumerateIndirectObjects().filter(([, object]) => {
      const { dict } = object as { dict?: PDFDict };
      return dict?.get(PDFName.of('Subtype')) === PDFName.of('Image');
    });
    expect(images).toHaveLength(1);
  });

  it('finds room for the longest texts that orders may carry', async () => {
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
    expect((await renderDocument(everything)).byteLength).toBeGreaterThan(1000);
  });

  it('of a thousand items is made in less than ten seconds', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => item(index));
    const before = process.cpuUsage();
    const bytes = await renderDocument(input({ items, picture: { mime: 'image/jpeg', bytes: jpeg() } }));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
    expect(bytes.byteLength).toBeLessThan(4_000_000);
  }, 60_000);
});
