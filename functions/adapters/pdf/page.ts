/** A4 in points. */
export const PAGE = { width: 595, height: 842 } as const;
export const MARGIN = 48;
export const INNER = PAGE.width - 2 * MARGIN;

export const PAPER = '#ffffff';
export const FAINT = '#7f858f';
export const TINT = '#f6f2ea';
export const INK = '#000000';

export const HEADER_HEIGHT = 64;
export const STUB_HEIGHT = 172;

/** Where things stand on every page of one document; the lower left corner is the origin. */
export interface Geometry {
  hasPicture: boolean;
  /** Height of picture or coloured field under the header. */
  heroHeight: number;
  /** Lower edge of the card with code and QR. */
  stubY: number;
  /** Lower end of names, facts and message. */
  middleBottom: number;
}
