import { channelsOf } from '../../platform/colors.ts';
import { decoderOf, encodePng } from '../images/codecs.ts';
import { downscale } from '../images/shrink.ts';
import { parsePicture } from '../images/parse.ts';
import type { WalletCard } from './port.ts';

/** Sizes of a wallet's icon and logo in pixels, for three pixels per point. */
const ICON_SIDE = 87;
const LOGO_BOX = { width: 480, height: 150 };

const LOGO_LIMITS = { maxSide: 20_000, maxPixels: 50_000_000 };

/** Draws the icon: a gift with its ribbon. Lock screens and emails show it next to the name. */
export const drawIcon = async ({ background, foreground }: WalletCard['colors']): Promise<Buffer> => {
  const [paper, ribbon] = [channelsOf(background), channelsOf(foreground)];
  const rgba = new Uint8Array(ICON_SIDE * ICON_SIDE * 4);
  for (let y = 0; y < ICON_SIDE; y++) {
    for (let x = 0; x < ICON_SIDE; x++) rgba.set([...(isRibbon(x, y) ? ribbon : paper), 255], (y * ICON_SIDE + x) * 4);
  }
  return Buffer.from(await encodePng({ width: ICON_SIDE, height: ICON_SIDE, rgba }));
};

const MIDDLE = (ICON_SIDE - 1) / 2;
const RIBBON = 4;
const KNOT = { y: 32, loop: 9, reach: 11 };

/** Whether a pixel is part of the ribbon or of its two loops above the knot. */
const isRibbon = (x: number, y: number): boolean => {
  const across = Math.abs(x - MIDDLE);
  if (across <= RIBBON || Math.abs(y - KNOT.y) <= RIBBON) return true;
  const fromLoop = Math.hypot(across - KNOT.reach, y - (KNOT.y - KNOT.reach));
  return Math.abs(fromLoop - KNOT.loop) <= RIBBON / 2;
};

/** The shop's logo as a PNG in display size. */
export const logoPng = async (bytes: Uint8Array): Promise<Buffer> => {
  const decode = await decoderOf(parsePicture(bytes, LOGO_LIMITS));
  const raster = await decode();
  const scale = Math.min(1, LOGO_BOX.width / raster.width, LOGO_BOX.height / raster.height);
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  const fitted = scale < 1 ? downscale(raster, side(raster.width), side(raster.height)) : raster;
  return Buffer.from(await encodePng(fitted));
};
