import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { FONT_FILES, type FontFamily } from './asset-list.ts';
import { Canvas, type Box } from './canvas.ts';
import type { DocumentInput, DocumentItem } from './document.ts';
import { GlyphBook } from './glyph-book.ts';
import { INK, WHITE } from './page.ts';
import { drawFilling, drawWhole, PictureBook, type EmbeddedPicture } from './picture.ts';
import { qrBoxes } from './qr.ts';
import { prepareShaper } from './shaper.ts';
import { addStream } from './streams.ts';
import { StructureTree } from './tags.ts';
import type { PageSize, PreparedTemplate, TemplatePlace } from './template.ts';
import { placeText } from './template-text.ts';
import { Typesetter } from './typesetter.ts';
import { printedValue, type PictureField } from './values.ts';
import { rotatePage } from './rotate-page.ts';
import { linkTo } from './link.ts';

interface Work {
  document: PDFDocument;
  input: DocumentInput;
  glyphs: GlyphBook;
  pictures: Record<PictureField, EmbeddedPicture | undefined>;
}

/**
 * Renders a document with a company's template: all its pages for each item, with the fields filled in. Throws if a
 * code would be missing or incomplete.
 */
export const renderWithTemplate = async (template: PreparedTemplate, input: DocumentInput): Promise<Uint8Array> => {
  await prepareShaper();
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`${input.brand.name}: ${input.title}`);
  document.setLanguage(input.language);
  const pictures = new PictureBook(document);
  const has = (field: PictureField): boolean => template.places.some((place) => place.field === field);
  const work: Work = {
    document,
    input,
    glyphs: new GlyphBook(document),
    pictures: {
      logo: await pictures.embed(input.brand.logoOnLight ?? input.brand.logo),
      greeting_image: await pictures.embed(input.picture),
      product_image: has('product_image') ? await pictures.embed(input.productPicture) : undefined,
    },
  };
  const backgrounds = await document.embedPdf(template.bytes, await pagesIn(template.bytes));
  assertShowsCode(template.places, backgrounds.length);
  const resources = document.context.nextRef();
  const tree = new StructureTree(document);
  for (const item of input.items) {
    for (const [at, background] of backgrounds.entries()) {
      const canvas = new Canvas(work.glyphs);
      canvas.artifact(() => canvas.image(`T${at + 1}`, [1, 0, 0, 1, 0, 0]));
      drawWatermark(canvas, work, background);
      const places = template.places.filter(({ page }) => page === at + 1);
      for (const place of places) drawPlace(canvas, work, place, item, background);
      const page = document.addPage([background.width, background.height]);
      page.node.set(PDFName.of('Resources'), resources);
      page.node.set(PDFName.of('Contents'), document.context.obj([addStream(document, canvas.finish())]));
      addLinks(document, page, item, places, background.height);
      tree.add(page, canvas.parts);
    }
  }
  tree.finish();
  await work.glyphs.embed();
  const used = work.glyphs.resources();
  const templates = backgrounds.map(({ ref }, at): [string, PDFRef] => [`T${at + 1}`, ref]);
  document.context.assign(
    resources,
    document.context.obj({
      Font: Object.fromEntries(used.fonts),
      XObject: Object.fromEntries([...used.pictures, ...pictures.resources(), ...templates]),
    }),
  );
  return document.save({ objectsPerTick: Infinity, addDefaultPage: false });
};

/** Throws if no page of the template has a place for the code, because a card without a code is useless. */
const assertShowsCode = (places: readonly TemplatePlace[], pageCount: number): void => {
  const isShown = places.some(({ field, page }) => field === 'code' && page <= pageCount);
  if (!isShown) throw new Error('No page of the template has a place for the code');
};

const pagesIn = async (bytes: Uint8Array): Promise<number[]> => {
  const count = (await PDFDocument.load(bytes, { updateMetadata: false })).getPageCount();
  return Array.from({ length: count }, (_, at) => at);
};

const boxOf = (place: TemplatePlace, pageHeight: number): Box => ({
  x: place.x,
  y: pageHeight - place.y - place.height,
  width: place.width,
  height: place.height,
});

const isFamily = (font: string | undefined): font is FontFamily => font !== undefined && font in FONT_FILES;

const WATERMARK = '#b9b9b9';
const EMPTY = '#e9e9e9';

const drawPlace = (canvas: Canvas, work: Work, place: TemplatePlace, item: DocumentItem, page: PageSize): void => {
  const box = boxOf(place, page.height);
  if (!place.rotation) return fillPlace(canvas, work, place, item, { page, box });
  const { matrix, ...frame } = rotatePage(page, box, place.rotation);
  canvas.transformed(matrix, () => fillPlace(canvas, work, place, item, frame));
};

interface Frame {
  page: PageSize;
  box: Box;
}

const fillPlace = (
  canvas: Canvas,
  work: Work,
  place: TemplatePlace,
  item: DocumentItem,
  { page, box }: Frame,
): void => {
  const value = printedValue(place.field, work.input, item);
  if (value.kind === 'qr') {
    const size = Math.min(box.width, box.height);
    const square = { x: box.x + (box.width - size) / 2, y: box.y + (box.height - size) / 2, size };
    canvas.tagged(
      'Figure',
      () => {
        canvas.fill({ x: square.x, y: square.y, width: size, height: size }, WHITE);
        canvas.fillAll(qrBoxes(value.text, square), INK);
      },
      value.text,
    );
    return;
  }
  if (value.kind === 'image') {
    const picture = work.pictures[value.which];
    // A specimen shows where a picture would be.
    if (!picture && work.input.watermark) canvas.artifact(() => canvas.fill(box, EMPTY));
    if (!picture) return;
    const draw = (): void =>
      void (value.which === 'logo' ? drawWhole(canvas, picture, box) : drawFilling(canvas, picture, box));
    canvas.tagged('Figure', draw, value.which === 'logo' ? work.input.brand.name : work.input.title);
    return;
  }
  if (value.text === '') return;
  const { fonts, colors } = work.input.brand;
  const family = isFamily(place.font) ? place.font : fonts.body;
  const type = new Typesetter({ heading: family, body: family }, work.input.language);
  const { block, ...at } = placeText(type, { ...value, place, box, page });
  const align = place.align ? { align: place.align } : {};
  canvas.tagged('P', () => canvas.block(block, { ...at, ...align }, place.color ?? colors.text));
};

/** Draws the watermark across the page, below the content, so that the content remains visible. */
const drawWatermark = (canvas: Canvas, { input }: Work, { width, height }: { width: number; height: number }): void => {
  if (!input.watermark) return;
  const { fonts } = input.brand;
  const type = new Typesetter({ heading: fonts.body, body: fonts.body }, input.language);
  const line = type.line(input.watermark.toLocaleUpperCase(input.language), { role: 'body', weight: 'bold' });
  const size = Math.min(64, (width * 0.8) / Math.max(1, line.width));
  canvas.artifact(() => {
    canvas.text(line, { x: (width - line.width * size) / 2, y: height / 2 - size / 3 }, { size, color: WATERMARK });
  });
};

/** Makes the QR code a link. */
const addLinks = (
  document: PDFDocument,
  page: ReturnType<PDFDocument['addPage']>,
  item: DocumentItem,
  places: readonly TemplatePlace[],
  pageHeight: number,
): void => {
  const links = places
    .filter(({ field }) => field === 'qr')
    .map((place) => linkTo(document, item.claimUrl, boxOf(place, pageHeight)));
  if (links.length > 0) page.node.set(PDFName.of('Annots'), document.context.obj(links));
};
