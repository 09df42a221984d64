import { PDFDocument, PDFName, PDFString, type PDFRef } from '@cantoo/pdf-lib';
import { Canvas } from './canvas.ts';
import type { DocumentInput, DocumentItem } from './document.ts';
import { FontBook, keptFonts } from './fonts.ts';
import { geometryOf } from './geometry.ts';
import { drawItem, drawShared, PICTURE_NAME } from './layout.ts';
import { PAGE, type Geometry } from './page.ts';
import { embedPicture, type EmbeddedPicture } from './picture.ts';
import { addStream } from './streams.ts';
import { clickableArea } from './stub.ts';

/**
 * Renders a document: one A4 page for each item. Fonts (as subsets) and the picture are embedded once, and what all
 * pages share is one content stream. The same input gives the same bytes: no dates, no random names.
 */
export const renderDocument = async (input: DocumentInput): Promise<Uint8Array> => {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(keptFonts);
  document.setTitle(`${input.brand.name}: ${input.title}`);
  document.setLanguage(input.language);
  const fonts = new FontBook(document);
  const picture = input.picture ? await embedPicture(document, input.picture) : undefined;

  const geometry = geometryOf(input, picture !== undefined);
  const shared = new Canvas(fonts);
  drawShared(shared, input, geometry, picture);
  const sharedRef = await register(document, shared);
  const resourcesRef = document.context.nextRef();
  for (const item of input.items) {
    const own = new Canvas(fonts);
    drawItem(own, input, item, geometry);
    const contents = [sharedRef, await register(document, own)];
    addPage(document, item, { contents, resourcesRef, geometry });
  }
  document.context.assign(resourcesRef, document.context.obj(resources(fonts, picture)));
  return document.save({ objectsPerTick: Infinity, addDefaultPage: false });
};

const register = async (document: PDFDocument, canvas: Canvas): Promise<PDFRef> =>
  addStream(document, await canvas.finish());

const addPage = (
  document: PDFDocument,
  item: DocumentItem,
  parts: { contents: PDFRef[]; resourcesRef: PDFRef; geometry: Geometry },
): void => {
  const { context } = document;
  const page = document.addPage([PAGE.width, PAGE.height]);
  page.node.set(PDFName.of('Resources'), parts.resourcesRef);
  page.node.set(PDFName.of('Contents'), context.obj(parts.contents));
  const { x, y, width, height } = clickableArea(parts.geometry);
  const link = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [x, y, x + width, y + height],
    Border: [0, 0, 0],
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(item.claimUrl) },
  });
  page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]));
};

const resources = (fonts: FontBook, picture: EmbeddedPicture | undefined) => ({
  Font: Object.fromEntries(fonts.entries().map(([name, font]) => [name, font.ref])),
  ...(picture ? { XObject: { [PICTURE_NAME]: picture.ref } } : {}),
});
