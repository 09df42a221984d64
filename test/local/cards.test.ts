import { readFileSync } from 'node:fs';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectTemplate } from '../../functions/adapters/pdf/inspect.ts';
import { renderWithTemplate } from '../../functions/adapters/pdf/render-template.ts';
import { renderDocument } from '../../functions/adapters/pdf/render.ts';
import type { DocumentInput } from '../../functions/adapters/pdf/document.ts';
import type { PreparedTemplate } from '../../functions/adapters/pdf/template.ts';
import { cardIn, FAMILIES, SCRIPTS } from '../support/card-samples.ts';
import { withoutWhitespace, textOfPages } from '../support/read-pdf.ts';
import { qrCodesOf, renderPages } from '../support/render-pdf.ts';

let template: PreparedTemplate;
beforeAll(async () => {
  template = await inspectTemplate(readFileSync('events/demo-template.pdf'));
});

const RENDERERS: Record<string, (input: DocumentInput) => Promise<Uint8Array>> = {
  'without a template': renderDocument,
  'in a template': (input) => renderWithTemplate(template, input),
};
/** Scripts whose lines PDF readers return in another order. */
const FROM_RIGHT = new Set(['arabic', 'hebrew', 'thaana']);

/** Checks that a page contains some text; for right-to-left text, only that it contains the letters. */
const assertText = (page: string, text: string, script: string): void => {
  if (!FROM_RIGHT.has(script)) return expect(withoutWhitespace(page)).toContain(withoutWhitespace(text));
  for (const letter of new Set(withoutWhitespace(text))) expect(page, `${letter} of ${text}`).toContain(letter);
};

describe.each(Object.keys(RENDERERS))('a card %s', (renderer) => {
  it.each(FAMILIES.flatMap((family) => Object.keys(SCRIPTS).map((script) => [family, script] as const)))(
    'of %s in %s can be read, including its QR code',
    async (family, script) => {
      const input = cardIn(family, script);
      const bytes = (await RENDERERS[renderer]?.(input)) ?? new Uint8Array();
      const pages = await textOfPages(bytes);
      expect(pages).toHaveLength(1);
      const [page = ''] = pages;
      const [item] = input.items;
      for (const text of [input.title, input.message ?? '', input.to?.text ?? '', input.terms?.text ?? '']) {
        assertText(page, text, script);
      }
      for (const text of [item?.code, item?.amount, item?.validity?.text]) {
        if (text !== undefined) expect(withoutWhitespace(page)).toContain(withoutWhitespace(text));
      }
      expect(await qrCodesOf(bytes)).toEqual([item?.claimUrl]);
    },
  );
});

describe('the longest code of a campaign', () => {
  it.each(['W'.repeat(500), 'W'.repeat(600), '漢'.repeat(200), `${'WWWW-'.repeat(99)}WWWWW`])(
    'is not truncated: %.8s',
    async (code) => {
      const card = cardIn('gift_card', 'latin');
      const items = card.items.map((item) => ({ ...item, code }));
      const [page = ''] = await textOfPages(await renderDocument({ ...card, items }));
      expect(withoutWhitespace(page)).toContain(code);
      expect(withoutWhitespace(page)).toContain('30November2029');
    },
  );
});

describe('the ornament of a card', () => {
  /** Number of pixels in the ornament's color in the line of the badge, at the right of the header. */
  const goldInBadge = async (family: 'gift_card' | 'special_offer', message: string): Promise<number> => {
    const card = cardIn(family, 'latin');
    const colors = { ...card.brand.colors, primary: '#0f3d3e', onPrimary: '#ffffff', secondary: '#d9a441' };
    const bytes = await renderDocument({ ...card, brand: { ...card.brand, colors }, badge: 'Gutschein', message });
    const [page] = await renderPages(bytes, 1);
    if (!page) throw new Error('The card has no page');
    let count = 0;
    for (let y = 26; y < 44; y++) {
      for (let x = 470; x < 552; x++) {
        const [red = 0, , blue = 0] = page.rgba.subarray((y * page.width + x) * 4);
        if (red - blue > 60) count++;
      }
    }
    return count;
  };

  it.each([0, 3, 8, 14])('does not touch the label of the kind of card, with a message of %i lines', async (lines) => {
    for (const family of ['gift_card', 'special_offer'] as const)
      expect(await goldInBadge(family, 'Tillykke med dagen!\n'.repeat(lines)), family).toBe(0);
  });
});

describe('terms with too many lines', () => {
  const terms = {
    label: 'Terms',
    text: '• One rule of many\n'.repeat(40).trim(),
    address: 'https://shop.example/terms',
  };

  it('end with the URL of the full text', async () => {
    const page = withoutWhitespace(
      (await textOfPages(await renderDocument({ ...cardIn('gift_card', 'latin'), terms })))[0] ?? '',
    );
    expect(page).toContain('Oneruleofmany…https://shop.example/terms');
  });

  it('end with that URL in a template, even in a field of one line', async () => {
    for (const height of [60, 5]) {
      const code = { field: 'code', page: 1, x: 36, y: 300, width: 200, height: 14 };
      const places = [code, { ...code, field: 'formalities', y: 500, height }];
      const input = { ...cardIn('gift_card', 'latin'), terms };
      const [page = ''] = await textOfPages(await renderWithTemplate({ ...template, places }, input));
      expect(withoutWhitespace(page)).toContain('https://shop.example/terms');
    }
  });
});

describe('a field of a template that is too small', () => {
  const small = { page: 1, x: 36, y: 300, width: 60, height: 14 };
  const inPlaces = async (fields: Record<string, object>, change: Partial<DocumentInput> = {}): Promise<string> => {
    const all = { code: { x: 200, width: 180 }, ...fields };
    const places = Object.entries(all).map(([field, box]) => ({ field, ...small, ...box }));
    const bytes = await renderWithTemplate({ ...template, places }, { ...cardIn('gift_card', 'latin'), ...change });
    return (await textOfPages(bytes))[0] ?? '';
  };

  it('shows its text in a smaller size, and truncates it at the smallest size', async () => {
    expect(withoutWhitespace(await inPlaces({ title: {} }))).toContain('MiddagfortopåNordlys');
    const title = 'Middag for to '.repeat(30);
    const page = withoutWhitespace(await inPlaces({ title: {} }, { title }));
    expect(page).toContain('Middag');
    expect(page).not.toContain(withoutWhitespace(title));
    expect(page).toContain('…');
  });

  it('shows the complete code', async () => {
    expect(withoutWhitespace(await inPlaces({ code: { width: 12, height: 5 } }))).toContain('K7QF-2MWX-9DRT-HV4P');
  });

  it('keeps the line breaks of typed text when the field has several lines', async () => {
    const message = 'Kære Bo\nTillykke\nAnna';
    const page = await inPlaces({ greeting_message: { width: 200, height: 80 } }, { message });
    for (const line of message.split('\n')) expect(withoutWhitespace(page)).toContain(withoutWhitespace(line));
  });

  it.each([0.5, 2, 3, 4, 4.5])('shows one line of every text with a height of %s points', async (height) => {
    const low = { width: 300, height };
    const fields = { code: low, title: { ...low, y: 100 }, greeting_message: { ...low, y: 200 } };
    const page = withoutWhitespace(await inPlaces(fields, { message: 'Tillykke' }));
    for (const text of ['K7QF-2MWX-9DRT-HV4P', 'MiddagfortopåNordlys', 'Tillykke']) expect(page).toContain(text);
  });
});

describe('a code is complete on its page', () => {
  const CODE = 'K7QF-2MWX-9DRT-HV4P-ZQ3M-W8XN';
  const withCode = async (place: object, code = CODE): Promise<Uint8Array> => {
    const input = cardIn('gift_card', 'latin');
    const places = [{ field: 'code', page: 1, x: 36, y: 300, width: 200, height: 14, ...place }];
    return renderWithTemplate({ ...template, places }, { ...input, items: input.items.map((i) => ({ ...i, code })) });
  };
  /** How far the code exceeds each edge of the page, in points; negative when inside. */
  const overrun = async (bytes: Uint8Array, code = CODE): Promise<number[]> => {
    const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const parts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    const line = parts.filter((part) => code.includes(part.str.trim()));
    expect(withoutWhitespace(line.map(({ str }) => str).join(''))).toBe(code);
    const at = line.map(({ transform, width: w, height: h }) => ({ x: transform[4], y: transform[5], w, h }));
    return [
      Math.max(...at.map(({ x }) => -x)),
      Math.max(...at.map(({ x, w }) => x + w - width)),
      Math.max(...at.map(({ y }) => -y)),
      Math.max(...at.map(({ y, h }) => y + h - height)),
    ];
  };
  const pageSize = async () => (await getDocumentProxy(new Uint8Array(template.bytes))).getPage(1);

  it.each(['left', 'center', 'right'])('at the right edge, in a narrow field aligned to the %s', async (align) => {
    const { width } = (await pageSize()).getViewport({ scale: 1 });
    for (const [x, wide] of [
      [width - 40, 40],
      [width - 5, 4],
      [0, 10],
    ]) {
      const over = await overrun(await withCode({ x, width: wide, align }));
      for (const points of over) expect(points, `${x} ${align}`).toBeLessThan(0.1);
    }
  });

  it('at the lower and the upper edge, in a low field', async () => {
    const { height } = (await pageSize()).getViewport({ scale: 1 });
    for (const place of [
      { y: height - 0.5, height: 0.5 },
      { y: height - 10, height: 10, size: 40 },
      { y: 0, height: 1 },
    ]) {
      for (const points of await overrun(await withCode(place))) expect(points).toBeLessThan(0.1);
    }
  });

  it('when it is wider than the page at the smallest size', async () => {
    const code = 'K7QF2MWX9D'.repeat(30);
    for (const points of await overrun(await withCode({ width: 20 }, code), code)) expect(points).toBeLessThan(0.1);
  });

  it('unless the template has no room for it: then no card is produced', async () => {
    await expect(withCode({ page: 2 })).rejects.toThrow(/code/);
    await expect(withCode({ field: 'title' })).rejects.toThrow(/code/);
    await expect(withCode({ x: Number.NaN })).rejects.toThrow(/code/);
  });
});
