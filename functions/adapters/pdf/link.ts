import { PDFHexString, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';

/**
 * A clickable part of a page, without a border. Returns the annotation's reference. The address is in hexadecimal: a
 * code may contain brackets, which would end a literal string.
 */
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
      Contents: PDFHexString.fromText(url),
      A: { Type: 'Action', S: 'URI', URI: PDFHexString.of(Buffer.from(url).toString('hex')) },
    }),
  );
