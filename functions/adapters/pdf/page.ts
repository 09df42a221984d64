import { mixColors } from '../../platform/colors.ts';
import type { Box } from './canvas.ts';
import type { BrandColors } from './document.ts';

/** A4 in points. */
export const PAGE = { width: 595, height: 842 } as const;
export const MARGIN = 44;
export const INNER = PAGE.width - 2 * MARGIN;
export const WHOLE_PAGE: Box = { x: 0, y: 0, ...PAGE };

export const INK = '#000000';
export const WHITE = '#ffffff';

/** Shades of the colors of a brand. */
export const faint = ({ text, background }: BrandColors): string => mixColors(text, background, 0.35);
export const tint = ({ primary, background }: BrandColors): string => mixColors(background, primary, 0.07);
export const hairline = ({ text, background }: BrandColors): string => mixColors(background, text, 0.22);

export const HEADER_HEIGHT = 66;
export const STUB_HEIGHT = 164;
export const BAND_HEIGHT = 4;

/** Layout of the pages of one document. The origin is the lower left corner. */
export interface Geometry {
  /** Position of the picture: across the page, next to the title, or none. */
  hero: 'wide' | 'tall' | 'plain';
  /** Height of the picture or colored field below the header. */
  heroHeight: number;
  /** Height of the title and the amount on paper below a wide picture; 0 if they are in the field. */
  titleHeight: number;
  /** Lower edge of the stub with the code and the QR code. */
  stubY: number;
  /** Lower edge of names, facts and message. */
  middleBottom: number;
}

export const heroBottom = ({ heroHeight }: Geometry): number => PAGE.height - HEADER_HEIGHT - heroHeight;
