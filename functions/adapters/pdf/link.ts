import { PDFString, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';

/** A clickable part of a page, without a border. Returns the annotation's reference. */
export const linkTo = (
  { context }: Pick<PDFDocument, 'context'>,
  url: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): PDFRef =>
  context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [x, y, x + width, y + height],
      Border: [0, 0, 0],
      Contents: PDFString.of(url),
      A: { Type: 'Action', S: 'URI', URI: PDFString.of(url) },
    }),
  );
