/** Kind of content of a field. */
export type FieldKind = 'text' | 'multiline' | 'qr' | 'image';

/** Rotations of fields, in degrees. */
export type Quarter = 90 | 180 | 270;

/** A placement on a page of a template, in points from the upper left corner of the page. */
export interface TemplatePlace {
  field: string;
  /** Number of the page, from 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Maximum font size in points. */
  size?: number | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
  /** Color as `#rrggbb`. */
  color?: string | undefined;
  /** Id of one of the brand's fonts. */
  font?: string | undefined;
  /** Rotation of the content, in degrees counterclockwise. */
  rotation?: Quarter | undefined;
}

export interface PageSize {
  width: number;
  height: number;
}

/** A rewritten template: pages without forms, and the placements. */
export interface PreparedTemplate {
  bytes: Uint8Array;
  places: readonly TemplatePlace[];
}

/** Rounds coordinates and lengths of templates to two decimals. */
export const roundedPoints = (value: number): number => Math.round(value * 100) / 100;
