import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { readAsset, readFont } from '../../platform/assets.ts';
import { lazy } from '../../platform/lazy.ts';
import { LABEL_FONTS, SVG_RENDERER } from './asset-list.ts';
import { brokenPicture } from './refusal.ts';

const started = lazy(() => initWasm(readAsset(SVG_RENDERER)));
const fonts = lazy(() => LABEL_FONTS.map(readFont));

/** An SVG drawn as a PNG, with the sizes of both. */
interface DrawnSvg {
  /** The size that the SVG itself states, rounded. */
  width: number;
  height: number;
  png: Uint8Array;
  pixels: { width: number; height: number };
}

/** Draws a rewritten SVG as large as fits into a box, on a transparent background. Throws `PictureRefused`. */
export const drawSvg = async (svg: string, box: { width: number; height: number }): Promise<DrawnSvg> => {
  await started();
  const ownSize = sizeOf(svg);
  const mode = ownSize.width / ownSize.height > box.width / box.height ? 'width' : 'height';
  const drawn = refuseUnreadable(() =>
    new Resvg(svg, {
      fitTo: { mode, value: mode === 'width' ? box.width : box.height },
      font: { fontBuffers: fonts(), defaultFontFamily: 'Noto Sans', loadSystemFonts: false },
    }).render(),
  );
  return { ...ownSize, png: drawn.asPng(), pixels: { width: drawn.width, height: drawn.height } };
};

const sizeOf = (svg: string): { width: number; height: number } => {
  const { width, height } = refuseUnreadable(() => new Resvg(svg, { font: { loadSystemFonts: false } }));
  if (!(width >= 1 && height >= 1)) throw brokenPicture('it has no size');
  return { width: Math.round(width), height: Math.round(height) };
};

const refuseUnreadable = <T>(draw: () => T): T => {
  try {
    return draw();
  } catch (error) {
    throw brokenPicture(`it cannot be drawn (${String(error).slice(0, 80)})`);
  }
};
