import { pictures } from '../../platform/messages/pictures.ts';
import { PictureRefused } from './refusal.ts';
import { parseJpeg } from './parse-jpeg.ts';
import { parsePng } from './parse-png.ts';
import { parseWebp } from './parse-webp.ts';
import type { ParsedPicture } from './parsed-picture.ts';
import { pictureTypeOf, type PictureType } from './picture-type.ts';

export interface PixelLimits {
  maxSide: number;
  maxPixels: number;
}

const PARSERS: Record<PictureType, (bytes: Uint8Array) => ParsedPicture> = {
  'image/jpeg': parseJpeg,
  'image/png': parsePng,
  'image/webp': parseWebp,
};

/**
 * Parses a picture before it is decoded. The result has one header, with a size within the limits. Throws
 * `PictureRefused`.
 */
export const parsePicture = (bytes: Uint8Array, limits: PixelLimits): ParsedPicture => {
  const type = pictureTypeOf(bytes);
  if (!type) throw new PictureRefused('mime', pictures('picture_type_unknown'));
  const parsed = PARSERS[type](bytes);
  assertPictureSize(parsed, limits);
  return parsed;
};

/** Throws `PictureRefused` if the stated size of a picture or an SVG is above the limits. */
export const assertPictureSize = ({ width, height }: { width: number; height: number }, limits: PixelLimits): void => {
  if (Math.max(width, height) <= limits.maxSide && width * height <= limits.maxPixels) return;
  throw new PictureRefused(
    'dimensions',
    pictures('picture_dimensions', { width, height, side: limits.maxSide, pixels: limits.maxPixels }),
  );
};
