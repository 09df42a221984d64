import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { HEADER_HEIGHT, PAGE } from '../../../functions/adapters/pdf/page.ts';
import { renderReceipt } from '../../../functions/adapters/pdf/receipt.ts';
import { FONT_IDS, type BrandFontId } from '../../../functions/domain/company/settings/brand-fonts.ts';
import { withoutWhitespace } from '../../support/read-pdf.ts';

const colors = {
  primary: '#12343b',
  onPrimary: '#ffffff',
  secondary: '#c8963e',
  background: '#ffffff',
  text: '#22303a',
  accent: '#12343b',
};

const receiptOf = (name: string, font: BrandFontId, more: { contact?: string; lines?: number } = {}) =>
  renderReceipt({
    language: 'de',
    brand: { name, colors, fonts: { heading: font, body: font } },
    title: 'Beleg',
    reference: 'R-1',
    facts: [{ label: 'Datum', value: '1. Mai 2027' }],
    lines: Array.from({ length: more.lines ?? 1 }, () => ({ label: '1 × Gutschein', value: '50 €' })),
    sums: [{ label: 'Summe', value: '50 €', isTotal: true }],
    parties: [{ label: 'Verkäufer', lines: ['Nordlys'] }],
    contact: more.contact ?? 'Havnegade 12',
  });

/** Texts above the heading of a page, with their upper and lower edges, from the upper edge of the page. */
const headOf = async (bytes: Uint8Array): Promise<{ text: string; top: number; bottom: number }[]> => {
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  const heading = pieces.findIndex(({ str }) => str === 'Beleg');
  return pieces.slice(0, heading).map(({ str, transform }) => {
    const [, , , size = 0, , y = 0] = transform as number[];
    return { text: str, top: PAGE.height - y - size * 0.75, bottom: PAGE.height - y + size * 0.25 };
  });
};

const LONG = 'SCHLOSSHOTEL UND WELLNESSRESORT OBERMÜHLBACHTAL AN DER DONAU GMBH & CO. KG WIEN';

describe('the header of a receipt', () => {
  it.each(FONT_IDS)('has room for all of a long name in %s', async (font) => {
    const pieces = await headOf(await receiptOf(LONG, font));
    expect(withoutWhitespace(pieces.map(({ text }) => text).join(''))).toBe(withoutWhitespace(LONG));
    for (const { top, bottom } of pieces) {
      expect(top).toBeGreaterThan(4);
      expect(bottom).toBeLessThan(HEADER_HEIGHT - 4);
    }
  });

  it('truncates a name that is too wide with an ellipsis', async () => {
    const pieces = await headOf(await receiptOf('W'.repeat(200), 'montserrat'));
    expect(pieces.map(({ text }) => text).join('')).toMatch(/^W+ …$/);
    for (const { bottom } of pieces) expect(bottom).toBeLessThan(HEADER_HEIGHT - 4);
  });
});

describe('the footer of a receipt', () => {
  it.each([
    ['all', 500],
    ['the beginning', 5000],
  ])('has %s of a contact of %i characters, below everything else', async (_, length) => {
    const contact = Array.from({ length: length / 10 }, () => 'Nordlyset').join(' ');
    const bytes = await receiptOf('Nordlys', 'noto-sans', { contact, lines: 30 });
    const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    const baseOf = ({ transform }: { transform: unknown[] }): number => Number(transform[5]);
    const [foot, others] = [true, false].map((is) => pieces.filter(({ str }) => str.startsWith('Nordlyset') === is));
    expect(Math.max(...foot!.map(baseOf))).toBeLessThan(
      Math.min(...others!.filter(({ str }) => str !== '1 / 2').map(baseOf)),
    );
    expect(Math.min(...foot!.map(baseOf))).toBeGreaterThan(20);
    const shown = withoutWhitespace(foot!.map(({ str }) => str).join(''));
    expect(shown === withoutWhitespace(contact)).toBe(length === 500);
  });
});
