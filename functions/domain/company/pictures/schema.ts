import type { PrintTerms } from '../../../adapters/images/print.ts';

/** Print resolution in dots per inch. At this resolution pixels are invisible. */
const PRINT_DPI = 300;
const MM_PER_INCH = 25.4;

/** Pixels for a printed length. */
export const printPixels = (millimetres: number): number => Math.round((millimetres / MM_PER_INCH) * PRINT_DPI);

/** The longest side of a greeting picture on a card: the width of an A4 page. */
const WIDEST_MM = 210;

/**
 * Maximum pixels of a greeting picture: more than any camera produces; a small file with more pixels could exhaust the
 * memory.
 */
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE_PIXELS = 12_000;

/** Terms of greeting pictures and designs, which are at most as wide as a card. */
export const GREETING_TERMS: PrintTerms = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxPixels: MAX_PIXELS,
  maxSide: MAX_SIDE_PIXELS,
  box: { width: printPixels(WIDEST_MM), height: printPixels(WIDEST_MM) },
  alpha: 'flatten',
};
