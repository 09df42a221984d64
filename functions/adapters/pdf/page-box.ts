import type { PDFPage } from '@cantoo/pdf-lib';
import type { Box } from './canvas.ts';

/** Normalizes a box, whose corners may be in any order. */
const upright = ({ x, y, width, height }: Box): Box => ({
  x: Math.min(x, x + width),
  y: Math.min(y, y + height),
  width: Math.abs(width),
  height: Math.abs(height),
});

/** The visible part of a page, in points: its crop box within its media box. */
export const shownBox = (page: PDFPage): Box => {
  const [media, crop] = [upright(page.getMediaBox()), upright(page.getCropBox())];
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  // A crop box outside the media box is ignored.
  return width > 0 && height > 0 ? { x, y, width, height } : media;
};
