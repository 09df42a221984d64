import type { ColorConversion } from './color-profile.ts';

/** Types of picture that are decoded. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** A picture that was gone through part by part: each is where it belongs, and only what a decoder needs is left. */
export interface ParsedPicture {
  type: PictureType;
  /** Pixels, as every part of the file agrees. */
  width: number;
  height: number;
  /** The file without metadata, repeats and what follows its end. */
  bytes: Uint8Array;
  /** Colour channels: 1 is grey, 3 are red, green and blue, 4 is a print file in CMYK. */
  channels: 1 | 3 | 4;
  /** How the camera was held (EXIF), 1 to 8; 1 is upright. */
  orientation: number;
  /** How its colours become sRGB; undefined for colours that already are, or whose profile cannot be read. */
  conversion: ColorConversion | undefined;
}

/** Most parts that a real picture is made of; more are there to keep a reader busy. */
export const MAX_PARTS = 20_000;
