import { PDFHexString, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';

/**
 * Adds a clickable area without a border and returns the reference of its annotation. The URL is written in
 * hexadecimal, because a code may contain parentheses, which would end a literal string.
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
