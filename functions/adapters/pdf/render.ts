import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { mixColors } from '../../platform/colors.ts';
import { Canvas } from './canvas.ts';
import type { DocumentInput, DocumentItem } from './document.ts';
import { drawFoot } from './foot.ts';
import { geometryOf, middleTop } from './geometry.ts';
import { GlyphBook } from './glyph-book.ts';
import { drawAmount, drawHead } from './head.ts';
import { drawMiddle } from './middle.ts';
import { PAGE, WHOLE_PAGE, type Geometry } from './page.ts';
import { drawFilling, PictureBook } from './picture.ts';
import { linkTo } from './link.ts';
import { prepareShaper } from './shaper.ts';
import type { Sheet } from './sheet.ts';
import { addStream } from './streams.ts';
import { clickableArea, drawStub, drawStubItem } from './stub.ts';
import { StructureTree } from './tags.ts';
import { Typesetter } from './typesetter.ts';

/**
 * Renders a document with one A4 page per item. Fonts (as subsets) and pictures are embedded once, and the common
 * content of all pages is one content stream. The same input always gives the same bytes, because there are no dates or
 * random names.
 */
export const renderDocument = async (input: DocumentInput): Promise<Uint8Array> => {
  await prepareShaper();
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`${input.brand.name}: ${input.title}`);
  document.setLanguage(input.language);
  const glyphs = new GlyphBook(document);
  const pictures = new PictureBook(document);
  const sheet: Sheet = {
    input,
    type: new Typesetter(input.brand.fonts, input.language),
    picture: await pictures.embed(input.picture ?? input.productPicture),
    logo: await pictures.embed(input.brand.logo),
    background: await pictures.embed(input.brand.background),
  };
  const geometry = geometryOf(sheet);
  const shared = drawShared(new Canvas(glyphs), sheet, geometry);
  const sharedRef = addStream(document, shared.finish());
  const resources = document.context.nextRef();
  const tree = new StructureTree(document);
  for (const item of input.items) {
    const itemCanvas = drawItem(new Canvas(glyphs, shared.nextMcid), sheet, item, geometry);
    const contents = [sharedRef, addStream(document, itemCanvas.finish())];
    const page = addPage(document, item, { contents, resources, geometry });
    tree.add(page, [...shared.parts, ...itemCanvas.parts]);
  }
  tree.finish();
  await glyphs.embed();
  const used = glyphs.resources();
  document.context.assign(
    resources,
    document.context.obj({
      Font: Object.fromEntries(used.fonts),
      XObject: Object.fromEntries([...used.pictures, ...pictures.resources()]),
    }),
  );
  return document.save({ objectsPerTick: Infinity, addDefaultPage: false });
};

/** Draws the content that all pages have in common. */
const drawShared = (canvas: Canvas, sheet: Sheet, geometry: Geometry): Canvas => {
  canvas.artifact(() => {
    canvas.fill(WHOLE_PAGE, sheet.input.brand.colors.background);
    if (sheet.background) drawFilling(canvas, sheet.background, WHOLE_PAGE);
  });
  drawWatermark(canvas, sheet);
  drawHead(canvas, sheet, geometry);
  drawMiddle(canvas, sheet, { top: middleTop(geometry), bottom: geometry.middleBottom });
  drawStub(canvas, sheet, geometry);
  drawFoot(canvas, sheet, geometry);
  return canvas;
};

/** Draws the content of one item: amount, code, validity, QR code. */
const drawItem = (canvas: Canvas, sheet: Sheet, item: DocumentItem, geometry: Geometry): Canvas => {
  drawAmount(canvas, sheet, item, geometry);
  drawStubItem(canvas, sheet, item, geometry);
  return canvas;
};

/** Draws the watermark below the content, so that the content remains visible. */
const drawWatermark = (canvas: Canvas, { input, type }: Sheet): void => {
  if (!input.watermark) return;
  const { colors } = input.brand;
  const line = type.line(input.watermark.toLocaleUpperCase(input.language), { role: 'body', weight: 'bold' });
  const size = Math.min(64, (PAGE.width - 80) / Math.max(1, line.width));
  canvas.artifact(() => {
    const at = { x: (PAGE.width - line.width * size) / 2, y: PAGE.height / 2 - 120 };
    canvas.text(line, at, { size, color: mixColors(colors.background, colors.text, 0.16) });
  });
};

const addPage = (
  document: PDFDocument,
  item: DocumentItem,
  parts: { contents: PDFRef[]; resources: PDFRef; geometry: Geometry },
) => {
  const { context } = document;
  const page = document.addPage([PAGE.width, PAGE.height]);
  page.node.set(PDFName.of('Resources'), parts.resources);
  page.node.set(PDFName.of('Contents'), context.obj(parts.contents));
  const link = linkTo({ context }, item.claimUrl, clickableArea(parts.geometry));
  page.node.set(PDFName.of('Annots'), context.obj([link]));
  return page;
};
