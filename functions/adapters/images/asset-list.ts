/** The compiled codecs of pictures. */
export const CODEC_FILES = {
  pngCodec: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  jpegDecoder: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  jpegEncoder: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  webpDecoder: '@jsquash/webp/codec/dec/webp_dec.wasm',
} as const;

/** Files that a function which decodes pictures needs beside its bundle. */
export const PICTURE_ASSETS: readonly string[] = Object.values(CODEC_FILES);
