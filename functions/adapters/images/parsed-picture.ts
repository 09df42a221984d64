import type { ColorConversion } from './color-profile.ts';
import type { PictureType } from './picture-type.ts';

/** A parsed picture: its structure is valid, and only what a decoder needs is left. */
export interface ParsedPicture {
  type: PictureType;
  /** Pixels, consistent across the file. */
  width: number;
  height: number;
  /** The file without metadata, repeats and trailing data. */
  bytes: Uint8Array;
  /** Colour channels: 1 is grey, 3 are red, green and blue, 4 is a print file in CMYK. */
  channels: 1 | 3 | 4;
  /** How the camera was held (EXIF), 1 to 8; 1 is upright. */
  orientation: number;
  /** Conversion of its colours to sRGB; undefined when they are sRGB, or the profile cannot be read. */
  conversion: ColorConversion | undefined;
}

/** Maximum parts of a real picture; more would only keep a parser busy. */
export const MAX_PARTS = 20_000;
