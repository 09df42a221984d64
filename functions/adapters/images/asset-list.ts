import { packedFont } from '../../platform/assets.ts';

/** Compiled picture codecs. */
export const CODEC_FILES = {
  pngCodec: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  jpegDecoder: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  jpegEncoder: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  webpDecoder: '@jsquash/webp/codec/dec/webp_dec.wasm',
} as const;

/** Files next to the bundle of a function that decodes pictures. */
export const PICTURE_ASSETS: readonly string[] = Object.values(CODEC_FILES);

/** The compiled SVG renderer. */
export const SVG_RENDERER = '@resvg/resvg-wasm/index_bg.wasm';
export const LABEL_FONTS = ['NotoSans_400Regular.ttf', 'NotoSans_700Bold.ttf'].map(packedFont);

/** Files next to the bundle of a function that draws SVG. */
export const DRAWING_ASSETS: readonly string[] = [SVG_RENDERER, ...LABEL_FONTS];
