import { pictures } from '../../platform/messages/pictures.ts';
import { decoderOf, encodeJpeg, encodePng } from './codecs.ts';
import { isTransparent, onWhite, upright, type Raster } from './raster.ts';
import { brokenPicture, PictureRefused } from './refusal.ts';
import { hasFewColors, downscale } from './shrink.ts';
import { parsePicture, type PixelLimits } from './parse.ts';
import type { PictureType } from './picture-type.ts';

/** Options for processing a picture. */
export interface PrintTerms extends PixelLimits {
  /** Accepted picture types. */
  types: readonly PictureType[];
  /** Maximum size for print, in pixels. A larger picture is scaled down. */
  box: { width: number; height: number };
  /** `keep` preserves transparency (a logo), `flatten` puts the picture on white (a photograph). */
  alpha: 'keep' | 'flatten';
  /**
   * `png`: the result is lossless, unless the source is a JPEG or the result is too large. A transparent result that is
   * too large is scaled down and stays lossless.
   */
  prefers?: 'png';
}

/** A re-encoded picture: upright, no larger than print needs, and without metadata. */
interface PrintedPicture {
  mime: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
  width: number;
  height: number;
}

/**
 * Decodes an untrusted picture within limits and re-encodes it, so that only its visible content is kept. Throws
 * `PictureRefused`.
 */
export const printPicture = async (bytes: Uint8Array, terms: PrintTerms): Promise<PrintedPicture> => {
  const parsed = parsePicture(bytes, terms);
  if (!terms.types.includes(parsed.type)) {
    throw new PictureRefused(
      'mime',
      pictures('picture_type_not_taken', { type: parsed.type, types: terms.types.join(', ') }),
    );
  }
  const raster = await decodePicture(parsed);
  if (raster.width !== parsed.width || raster.height !== parsed.height)
    throw brokenPicture('its size is not what it says');
  return encodePicture(upright(fitRaster(raster, terms, parsed.orientation), parsed.orientation), terms, parsed.type);
};

const decodePicture = async (parsed: ReturnType<typeof parsePicture>): Promise<Raster> => {
  const decode = await decoderOf(parsed);
  try {
    return await decode();
  } catch (error) {
    throw brokenPicture(`its content is damaged (${String(error).slice(0, 80)})`);
  }
};

const fitRaster = (raster: Raster, { box }: PrintTerms, orientation: number): Raster => {
  const [boxWidth, boxHeight] = orientation >= 5 ? [box.height, box.width] : [box.width, box.height];
  const scale = Math.min(boxWidth / raster.width, boxHeight / raster.height);
  if (scale >= 1) return raster;
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return downscale(raster, side(raster.width), side(raster.height));
};

/** Below the maximum size of a Lambda response. */
const SERVED_MAX_BYTES = 3_500_000;
const SMALLER = 0.75;

/**
 * Encodes graphics as PNG, because it is smaller and sharper for them, and photographs as JPEG. Transparency requires
 * PNG.
 */
const encodePicture = async (raster: Raster, terms: PrintTerms, type: PictureType): Promise<PrintedPicture> => {
  const { width, height } = raster;
  const png = (bytes: Uint8Array) => ({ mime: 'image/png', bytes, width, height }) as const;
  const isExact = terms.prefers === 'png' && type !== 'image/jpeg';
  if ((terms.alpha === 'keep' && isTransparent(raster)) || isExact) {
    const bytes = await encodePng(terms.alpha === 'keep' ? raster : onWhite(raster));
    if (bytes.byteLength <= SERVED_MAX_BYTES) return png(bytes);
    if (isTransparent(raster)) return encodePicture(smaller(raster), terms, type);
  }
  return encodedOpaque(onWhite(raster), terms);
};

const smaller = (raster: Raster): Raster =>
  downscale(raster, Math.ceil(raster.width * SMALLER), Math.ceil(raster.height * SMALLER));

const encodedOpaque = async (flat: Raster, terms: PrintTerms): Promise<PrintedPicture> => {
  const { width, height } = flat;
  const jpeg = await encodeJpeg(flat);
  if (!terms.prefers && hasFewColors(flat)) {
    const lossless = await encodePng(flat);
    if (lossless.byteLength <= jpeg.byteLength) return { mime: 'image/png', bytes: lossless, width, height };
  }
  if (terms.prefers && jpeg.byteLength > SERVED_MAX_BYTES) return encodedOpaque(smaller(flat), terms);
  return { mime: 'image/jpeg', bytes: jpeg, width, height };
};
