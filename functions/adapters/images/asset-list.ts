import { packedFont } from '../../platform/assets.ts';

/** The compiled codecs of pictures. */
export const CODEC_FILES = {
  pngCodec: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  jpegDecoder: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  jpegEncoder: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  webpDecoder: '@jsquash/webp/codec/dec/webp_dec.wasm',
} as const;

/** Files that a function which decodes pictures needs beside its bundle. */
export const PICTURE_ASSETS: readonly string[] = Object.values(CODEC_FILES);

/** What draws SVG, and the font of the words in it. */
export const SVG_RENDERER = '@resvg/resvg-wasm/index_bg.wasm';
export const LABEL_FONTS = ['NotoSans_400Regular.ttf', 'NotoSans_700Bold.ttf'].map(packedFont);

/** Files that a function which draws SVG needs beside its bundle. */
export const DRAWING_ASSETS: readonly string[] = [SVG_RENDERER, ...LABEL_FONTS];
