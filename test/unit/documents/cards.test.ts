import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectTemplate } from '../../../functions/adapters/pdf/inspect.ts';
import { renderWithTemplate } from '../../../functions/adapters/pdf/render-template.ts';
import { renderDocument } from '../../../functions/adapters/pdf/render.ts';
import type { DocumentInput } from '../../../functions/adapters/pdf/document.ts';
import type { PreparedTemplate } from '../../../functions/adapters/pdf/template.ts';
import { cardIn, FAMILIES, SCRIPTS } from '../../support/card-samples.ts';
import { squeezed, textOfPages } from '../../support/read-pdf.ts';
import { qrCodesOf } from '../../support/render-pdf.ts';

let template: PreparedTemplate;
beforeAll(async () => {
  template = await inspectTemplate(readFileSync('events/demo-template.pdf'));
});

const LOOKS: Record<string, (input: DocumentInput) => Promise<Uint8Array>> = {
  'as the service makes it': renderDocument,
  'in a template': (input) => renderWithTemplate(template, input),
};
/** Readers give lines from right to left in an order of their own. */
const FROM_RIGHT = new Set(['arabic', 'hebrew']);
const letters = (text: string): string => [...squeezed(text)].toSorted().join('');

/** Each word has its letters, whatever order a reader puts them in. */
const assertSays = (page: string, text: string, script: string): void => {
  if (!FROM_RIGHT.has(script)) return expect(squeezed(page)).toContain(squeezed(text));
  for (const letter of new Set(letters(text))) expect(page, `${letter} of ${text}`).toContain(letter);
};

describe.each(Object.keys(LOOKS))('a card %s', (look) => {
  it.each(FAMILIES.flatMap((family) => Object.keys(SCRIPTS).map((script) => [family, script] as const)))(
    'of %s in %s can be read back, its QR code too',
    async (family, script) => {
      const input = cardIn(family, script);
      const bytes = (await LOOKS[look]?.(input)) ?? new Uint8Array();
      const pages = await textOfPages(bytes);
      expect(pages).toHaveLength(1);
      const [page = ''] = pages;
      const [item] = input.items;
      for (const text of [input.title, input.message ?? '', input.to?.text ?? '', input.terms?.text ?? '']) {
        assertSays(page, text, script);
      }
      for (const text of [item?.code, item?.amount, item?.validity?.text]) {
        if (text !== undefined) expect(squeezed(page)).toContain(squeezed(text));
      }
      expect(await qrCodesOf(bytes)).toEqual([item?.claimUrl]);
    },
  );
});

describe('a place of a template that is too small', () => {
  const small = { page: 1, x: 36, y: 300, width: 60, height: 14 };
  const inPlaces = async (fields: Record<string, object>, change: Partial<DocumentInput> = {}): Promise<string> => {
    const places = Object.entries(fields).map(([field, box]) => ({ field, ...small, ...box }));
    const bytes = await renderWithTemplate({ ...template, places }, { ...cardIn('gift_card', 'latin'), ...change });
    return (await textOfPages(bytes))[0] ?? '';
  };

  it('has its text smaller, and in the end less of it', async () => {
    expect(squeezed(await inPlaces({ title: {} }))).toContain('MiddagfortopåNordlys');
    const title = 'Middag for to '.repeat(30);
    const page = squeezed(await inPlaces({ title: {} }, { title }));
    expect(page).toContain('Middag');
    expect(page).not.toContain(squeezed(title));
    expect(page).toContain('…');
  });

  it('shows the code whole all the same', async () => {
    expect(squeezed(await inPlaces({ code: { width: 12, height: 5 } }))).toContain('K7QF-2MWX-9DRT-HV4P');
  });

  it('keeps what was typed on several lines on several lines, where it is a place for several', async () => {
    const message = 'Kære Bo\nTillykke\nAnna';
    const page = await inPlaces({ greeting_message: { width: 200, height: 80 } }, { message });
    for (const line of message.split('\n')) expect(squeezed(page)).toContain(squeezed(line));
  });
});
