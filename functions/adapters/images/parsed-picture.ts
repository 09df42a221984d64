import type { ColorConversion } from './color-profile.ts';
import type { PictureType } from './picture-type.ts';

/** A picture with a valid structure, reduced to what a decoder needs. */
export interface ParsedPicture {
  type: PictureType;
  /** Width in pixels, the same everywhere in the file. */
  width: number;
  height: number;
  /** The file without metadata, repeated parts or trailing data. */
  bytes: Uint8Array;
  /** Color channels: 1 is grayscale, 3 is RGB, 4 is a print file in CMYK. */
  channels: 1 | 3 | 4;
  /** Orientation of the camera (EXIF), 1 to 8; 1 is upright. */
  orientation: number;
  /** Converts the colors to sRGB. Undefined if they are sRGB or the profile cannot be read. */
  conversion: ColorConversion | undefined;
}

/** Maximum number of parts of a real picture. More would only occupy a parser. */
export const MAX_PARTS = 20_000;
