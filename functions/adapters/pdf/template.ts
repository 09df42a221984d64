/** How a field of a template is filled. */
export type FieldKind = 'text' | 'multiline' | 'qr' | 'image';

/** Turns that fields may have, in degrees. */
export type Quarter = 90 | 180 | 270;

/** A place on a page of a template; points from the upper left corner of the page. */
export interface TemplatePlace {
  field: string;
  /** From 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Points; the largest that text is set in. */
  size?: number | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
  /** `#rrggbb` */
  color?: string | undefined;
  /** An id of the brand's fonts. */
  font?: string | undefined;
  /** Degrees against the clock that what fills the place is turned by. */
  rotation?: Quarter | undefined;
}

export interface PageSize {
  width: number;
  height: number;
}

/** A template that was taken apart and written anew: pages without forms, and the places that are filled. */
export interface PreparedTemplate {
  bytes: Uint8Array;
  places: readonly TemplatePlace[];
}

/** Coordinates and lengths of templates have two decimals. */
export const roundedPoints = (value: number): number => Math.round(value * 100) / 100;
