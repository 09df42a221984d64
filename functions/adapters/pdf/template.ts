/** Kind of content of a field. */
export type FieldKind = 'text' | 'multiline' | 'qr' | 'image';

/** Rotations of fields, in degrees. */
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
  /** Points; the maximum font size. */
  size?: number | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
  /** `#rrggbb` */
  color?: string | undefined;
  /** An id of the brand's fonts. */
  font?: string | undefined;
  /** Rotation of the content, in degrees counterclockwise. */
  rotation?: Quarter | undefined;
}

export interface PageSize {
  width: number;
  height: number;
}

/** A parsed and rewritten template: pages without forms, and the placements. */
export interface PreparedTemplate {
  bytes: Uint8Array;
  places: readonly TemplatePlace[];
}

/** Coordinates and lengths of templates have two decimals. */
export const roundedPoints = (value: number): number => Math.round(value * 100) / 100;
