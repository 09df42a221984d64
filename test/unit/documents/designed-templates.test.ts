import { PDFName, PDFString, rgb, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { inspectTemplate } from '../../../functions/adapters/pdf/inspect.ts';
import { renderWithTemplate } from '../../../functions/adapters/pdf/render-template.ts';
import { cardIn } from '../../support/card-samples.ts';
import { textOfPages } from '../../support/read-pdf.ts';
import { qrCodesOf, renderPages, type RenderedPage } from '../../support/render-pdf.ts';
import { CODE, formPdf } from '../../support/templates.ts';

const HEIGHT = 595;
const pageOf = async (bytes: Uint8Array): Promise<RenderedPage> => {
  const [page] = await renderPages(bytes, 1);
  if (!page) throw new Error('There is no page');
  return page;
};
const first = async (change: (document: PDFDocument) => void, fields = { code: CODE }): Promise<RenderedPage> =>
  pageOf((await inspectTemplate(await formPdf(fields, { change }))).bytes);
/** Color at a point from the lower left corner. */
const colorAt = ({ rgba, width, height }: RenderedPage, x: number, y: number): string =>
  [...rgba.subarray(((height - y) * width + x) * 4).subarray(0, 3)].join(' ');
const WHITE = '255 255 255';
const [RED, GREEN, BLUE] = ['255 0 0', '0 255 0', '0 0 255'];
const square = (color: string, x: number, y: number): string => `${color} rg ${x} ${y} 40 40 re f`;

/** Writes a page with the layers `off` and `on`, one of which is off. */
const layered =
  (content: string, more: (document: PDFDocument, hidden: PDFRef) => void = () => {}, rules: object = {}) =>
  (document: PDFDocument): void => {
    const { context, catalog } = document;
    const layer = (name: string) => context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name) }));
    const [off, on] = [layer('Cutting line'), layer('Art')];
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [off, on], D: { OFF: [off], ...rules } }));
    const page = document.getPage(0);
    const resources = page.node.Resources() ?? context.obj({});
    const both = context.obj({ Type: 'OCMD', OCGs: [off, on], P: 'AllOn' });
    const none = context.obj({ Type: 'OCMD', VE: ['Not', off] });
    resources.set(PDFName.of('Properties'), context.obj({ off, on, both, none }));
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
    more(document, off);
  };

describe('layers of a template', () => {
  const inLayer = (name: string, painting: string): string => `/OC /${name} BDC ${painting} EMC`;

  it('that are off are not printed, and the content after them is', async () => {
    const picture = 'q 40 0 0 40 200 300 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID \u00ff EI EI Q';
    const page = await first(
      layered(
        [
          inLayer('off', `${square('1 0 0', 50, 300)} /Span BMC ${square('1 0 0', 100, 300)} EMC`),
          inLayer('off', `q 1 0 0 rg 150 300 40 40 re W B 150 300 m (EMC \\) /OC) pop Q ${picture}`),
          inLayer('on', square('0 1 0', 50, 400)),
          inLayer('both', square('1 0 0', 100, 400)),
          inLayer('none', square('0 1 0', 150, 400)),
          square('0 0 1', 50, 500),
        ].join('\n'),
      ),
    );
    for (const x of [70, 120, 170, 220]) expect(colorAt(page, x, 320), `${x}`).toBe(WHITE);
    expect([70, 120, 170].map((x) => colorAt(page, x, 420))).toEqual([GREEN, WHITE, GREEN]);
    expect(colorAt(page, 70, 520)).toBe(BLUE);
  });

  it('hide forms and parts of forms', async () => {
    const content = '/hidden Do /shown Do';
    const change = layered(content, (document, hidden) => {
      const { context } = document;
      const resources = document.getPage(0).node.Resources();
      const form = (painting: string, more: object = {}) =>
        context.register(
          context.stream(painting, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 420, 595], ...more }),
        );
      const shown = form(`${inLayer('off', square('1 0 0', 50, 300))} ${square('0 1 0', 100, 300)}`);
      resources?.set(
        PDFName.of('XObject'),
        context.obj({ hidden: form(`% a secret\n${square('1 0 0', 150, 300)}`, { OC: hidden }), shown }),
      );
    });
    const page = await first(change);
    expect([70, 120, 170].map((x) => colorAt(page, x, 320))).toEqual([WHITE, GREEN, WHITE]);
  });

  it('hide text, and do not move the text after it', async () => {
    const font = (document: PDFDocument): void => {
      const fonts = document.context.obj({ F: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } });
      document.getPage(0).node.Resources()?.set(PDFName.of('Font'), fonts);
    };
    const seen = `BT /F 40 Tf 50 300 Td (I) Tj /Span BMC (MMMM) Tj EMC (I) Tj ET`;
    const page = await first(layered(`${seen} ${inLayer('off', "BT /F 40 Tf 50 400 Td (MM) Tj (MM) ' ET")}`, font));
    const half = await first(layered(seen.replace('/Span BMC', '/OC /off BDC'), font));
    const last = (await first(layered(seen, font))).rgba;
    expect(page.rgba).toEqual(last);
    const columns = (each: RenderedPage): number[] =>
      Array.from({ length: each.width }, (_, x) => x).filter((x) => colorAt(each, x, 310) !== WHITE);
    expect([columns(half)[0], columns(half).at(-1)]).toEqual([columns(page)[0], columns(page).at(-1)]);
    expect(columns(half).length).toBeLessThan(20);
  });

  it('that the file turns off by default also hide their fields', async () => {
    const change = layered(
      inLayer('on', square('1 0 0', 50, 300)),
      (document, hidden) => {
        const [widget] = document.getForm().getField('title').acroField.getWidgets();
        widget?.dict.set(PDFName.of('OC'), hidden);
      },
      { BaseState: 'OFF' },
    );
    const bytes = await formPdf({ code: CODE, title: { ...CODE, y: 200 } }, { change });
    const { places, bytes: rewritten } = await inspectTemplate(bytes);
    expect(places.map(({ field }) => field)).toEqual(['code']);
    expect(colorAt(await pageOf(rewritten), 70, 320)).toBe(WHITE);
  });

  it('that are all on do not change the page', async () => {
    const change = layered(inLayer('off', square('1 0 0', 50, 300)), undefined, { OFF: [] });
    expect(colorAt(await first(change), 70, 320)).toBe(RED);
  });
});

const appearance = (text: string) => (document: PDFDocument) =>
  document.getForm().getField('code').acroField.dict.set(PDFName.of('DA'), PDFString.of(text));
const placeOf = async (change: (document: PDFDocument) => void, box: object = {}) => {
  const { places } = await inspectTemplate(await formPdf({ code: { ...CODE, ...box } }, { change }));
  return places[0];
};

describe('the appearance of a field', () => {
  it.each([
    ['/Helv 12 Tf 1 g', { color: '#ffffff', size: 12 }],
    ['1 0 0.5 rg /Helv 0 Tf', { color: '#ff0080' }],
    ['1 g/Helv 12 Tf', { color: '#ffffff', size: 12 }],
    ['/F1 300 Tf 0 1 1 0 k', { color: '#ff0000', size: 200 }],
    ['0 g /Helv 9.5 Tf 0 0 1 rg', { color: '#0000ff', size: 9.5 }],
    ['constructor Tf rg', {}],
  ])('is parsed from %s', async (text, expected) => {
    const { color, size } = (await placeOf(appearance(text))) ?? {};
    expect({ ...(color ? { color } : {}), ...(size ? { size } : {}) }).toEqual(expected);
  });

  it('is inherited from the form', async () => {
    const place = await placeOf((document) => {
      const { dict } = document.getForm().acroForm;
      document.getForm().getField('code').acroField.dict.delete(PDFName.of('DA'));
      dict.set(PDFName.of('DA'), PDFString.of('/Helv 7 Tf 1 g'));
    });
    expect(place).toMatchObject({ color: '#ffffff', size: 7 });
  });

  it('can be white text on dark art', async () => {
    const change = (document: PDFDocument): void => {
      document.getPage(0).drawRectangle({ x: 0, y: 0, width: 420, height: 595, color: rgb(0.1, 0.1, 0.3) });
      appearance('/Helv 0 Tf 1 g')(document);
    };
    const template = await inspectTemplate(await formPdf({ code: CODE }, { change }));
    const page = await pageOf(await renderWithTemplate(template, cardIn('gift_card', 'latin')));
    const colors = new Set<string>();
    for (let x = 30; x < 250; x++) for (let y = 60; y < 90; y++) colors.add(colorAt(page, x, y));
    expect(colors).toContain(WHITE);
  });
});

describe('a crop box', () => {
  it.each([
    ['larger than the media box', [-50, -20, 600, 800], { width: 420, height: 595 }, CODE.x],
    ['partly outside the media box', [20, 100, 600, 800], { width: 400, height: 495 }, CODE.x - 20],
    ['outside the media box', [1000, 1000, 1400, 1500], { width: 420, height: 595 }, CODE.x],
    ['with swapped corners', [420, 595, 0, 0], { width: 420, height: 595 }, CODE.x],
  ])('%s shows only the area inside the media box', async (_name, box, size, x) => {
    const bytes = await formPdf(
      { code: { ...CODE, y: 200 } },
      { change: (document) => document.getPage(0).node.set(PDFName.of('CropBox'), document.context.obj(box)) },
    );
    const { pages, places } = await inspectTemplate(bytes);
    expect(pages).toEqual([size]);
    expect(places[0]).toMatchObject({ x, y: HEIGHT - 230 });
  });
});

describe('a field', () => {
  const narrow = { x: 100, y: 150, width: 30, height: 300 };
  const turnedBy = (angle: number) => (document: PDFDocument) => {
    for (const field of document.getForm().getFields()) {
      for (const widget of field.acroField.getWidgets()) {
        widget.getOrCreateAppearanceCharacteristics().dict.set(PDFName.of('R'), document.context.obj(angle));
      }
    }
  };
  /** Bounds of all dark points. */
  const extent = (page: RenderedPage) => {
    const dark: [number, number][] = [];
    for (let x = 0; x < page.width; x++) {
      for (let y = 1; y < 540; y++) if (Number(colorAt(page, x, y).split(' ')[0]) < 128) dark.push([x, y]);
    }
    const [xs, ys] = [dark.map(([x]) => x), dark.map(([, y]) => y)];
    return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
  };
  const rendered = async (fields: Parameters<typeof formPdf>[0], angle: number): Promise<Uint8Array> => {
    const template = await inspectTemplate(await formPdf(fields, { change: turnedBy(angle) }));
    return renderWithTemplate(template, cardIn('gift_card', 'latin'));
  };

  it.each([
    [90, 'bottom'],
    [270, 'top'],
    [-90, 'top'],
  ])('rotated by %i degrees shows its code vertically, beginning at the %s', async (angle, start) => {
    const { left, right, bottom, top } = extent(await pageOf(await rendered({ code: narrow }, angle)));
    expect(left).toBeGreaterThanOrEqual(narrow.x - 1);
    expect(right).toBeLessThanOrEqual(narrow.x + narrow.width + 1);
    expect(right - left).toBeGreaterThan(10);
    expect(top - bottom).toBeGreaterThan(200);
    const free = { bottom: bottom - narrow.y, top: narrow.y + narrow.height - top };
    expect(free[start === 'top' ? 'top' : 'bottom']).toBeLessThan(6);
  });

  it('rotated by 180 degrees begins at its right edge', async () => {
    const wide = { x: 50, y: 200, width: 350, height: 30 };
    const { left, right, top, bottom } = extent(await pageOf(await rendered({ code: wide }, 180)));
    expect(right).toBeGreaterThan(wide.x + wide.width - 6);
    expect(left).toBeGreaterThan(wide.x);
    expect([bottom >= 199, top <= 231]).toEqual([true, true]);
  });

  it('rotated by 90 degrees has a readable QR code, and the code as text', async () => {
    const fields = { code: narrow, qr: { x: 200, y: 100, width: 150, height: 150 } };
    const bytes = await rendered(fields, 90);
    const [item] = cardIn('gift_card', 'latin').items;
    expect(await qrCodesOf(bytes)).toEqual([item?.claimUrl]);
    expect((await textOfPages(bytes))[0]).toContain(item?.code);
  });

  it('is rotated only by multiples of 90 degrees', async () => {
    expect(await placeOf(turnedBy(45))).not.toHaveProperty('rotation');
    expect(await placeOf(turnedBy(450))).toMatchObject({ rotation: 90 });
  });
});
