import { PictureRefused } from './refusal.ts';
import { walkJpeg } from './walk-jpeg.ts';
import { walkPng } from './walk-png.ts';
import { walkWebp } from './walk-webp.ts';
import { textAt, type PictureType, type WalkedPicture } from './walked.ts';

/** The type that the leading bytes tell; undefined for none that is decoded. */
export const typeOf = (bytes: Uint8Array): PictureType | undefined => {
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'image/webp';
  return undefined;
};

export interface PixelLimits {
  maxSide: number;
  maxPixels: number;
}

const WALKS: Record<PictureType, (bytes: Uint8Array) => WalkedPicture> = {
  'image/jpeg': walkJpeg,
  'image/png': walkPng,
  'image/webp': walkWebp,
};

/**
 * Goes through a picture part by part before anything decodes it: what is left has one header, whose size is within the
 * limits. Throws `PictureRefused`.
 */
export const walkPicture = (bytes: Uint8Array, limits: PixelLimits): WalkedPicture => {
  const type = typeOf(bytes);
  if (!type) throw new PictureRefused('mime', 'The bytes do not begin as a PNG, JPEG or WebP picture does.');
  const walked = WALKS[type](bytes);
  const { width, height } = walked;
  if (Math.max(width, height) > limits.maxSide || width * height > limits.maxPixels) {
    throw new PictureRefused(
      'dimensions',
      `The picture has ${width} by ${height} pixels. At most ${limits.maxSide} a side and ${limits.maxPixels} in all are taken.`,
    );
  }
  return walked;
};
