import decodeJpegPixels, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js';
import encodeJpegPixels, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js';
import decodePngPixels, { init as initPngDecoder } from '@jsquash/png/decode.js';
import encodePngPixels, { init as initPngEncoder } from '@jsquash/png/encode.js';
import decodeWebpPixels, { init as initWebpDecoder } from '@jsquash/webp/decode.js';
import jpegJs from 'jpeg-js';
import { readAsset } from '../../platform/assets.ts';
import { convertColors } from './convert-colors.ts';
import { CODEC_FILES } from './asset-list.ts';
import type { Raster } from './raster.ts';
import type { ParsedPicture } from './parsed-picture.ts';
import type { PictureType } from './picture-type.ts';

/** Node has `WebAssembly`, but the TypeScript library without DOM does not declare its functions. */
const runtime = globalThis as unknown as {
  WebAssembly: { compile: (bytes: Uint8Array) => Promise<WebAssembly.Module> };
};

/** The codecs construct their results with this class, which browsers call `ImageData`. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly colorSpace = 'srgb';
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: Pixels });

type Decode = (bytes: ArrayBuffer) => Promise<Pixels>;
type Start = (module: WebAssembly.Module) => unknown;

/** The codecs are declared with browser classes that Node's types do not have. */
const JPEG = { init: initJpegDecoder, decode: decodeJpegPixels as Decode };
const PNG = { init: initPngDecoder as Start, decode: decodePngPixels as Decode };
const WEBP = { init: initWebpDecoder, decode: decodeWebpPixels as Decode };
const encodeJpegWith = encodeJpegPixels as (pixels: Pixels, options: object) => Promise<ArrayBuffer>;
const encodePngWith = encodePngPixels as (pixels: Pixels) => Promise<ArrayBuffer>;

const started = new Map<string, Promise<unknown>>();

/** Starts a codec on first use. One file may contain two codecs, which are started separately. */
const start = (use: string, file: string, init: Start): Promise<unknown> => {
  const known = started.get(use);
  if (known) return known;
  const starting = runtime.WebAssembly.compile(readAsset(file).subarray()).then(init);
  started.set(use, starting);
  return starting;
};

const pixelsOf = ({ rgba, width, height }: Raster): Pixels =>
  new Pixels(new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength), width, height);

const rasterOf = ({ data, width, height }: Pixels): Raster => ({
  width,
  height,
  rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
});

const DECODERS: Record<PictureType, { file: string; init: Start; decode: Decode }> = {
  'image/jpeg': { file: CODEC_FILES.jpegDecoder, ...JPEG },
  'image/png': { file: CODEC_FILES.pngCodec, ...PNG },
  'image/webp': { file: CODEC_FILES.webpDecoder, ...WEBP },
};

/** Memory limit for decoding a print file in CMYK. */
const CMYK_MAX_MB = 900;
const CMYK_MAX_MEGAPIXELS = 50;

/** Returns a function that decodes a parsed picture to sRGB pixels. It throws if the picture is invalid. */
export const decoderOf = async ({
  type,
  bytes,
  channels,
  conversion,
}: ParsedPicture): Promise<() => Promise<Raster>> => {
  if (channels === 4) return async () => decodeCmyk(bytes);
  const { file, init, decode } = DECODERS[type];
  const use = `decode ${type}`;
  const stack = stackOf(await start(use, file, init));
  return async () =>
    convertColors(rasterOf(await afterFailures(use, stack, () => decode(bufferOf(bytes)))), conversion);
};

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Moves the codec's stack pointer by a number of bytes and returns its new position. */
type MoveStack = (bytes: number) => number;

/** The PNG codec cannot be restarted, but its stack pointer can be moved. Undefined for the other codecs. */
const stackOf = (codec: unknown): MoveStack | undefined =>
  (codec as { __wbindgen_add_to_stack_pointer?: MoveStack } | undefined)?.__wbindgen_add_to_stack_pointer;

/**
 * A codec loses memory with each damaged picture, and would eventually reject every picture. So after a failure, the
 * codec's stack pointer is reset, or the codec is restarted for the next picture.
 */
const afterFailures = async (
  use: string,
  moveStack: MoveStack | undefined,
  decode: () => Promise<Pixels>,
): Promise<Pixels> => {
  const end = moveStack?.(0);
  try {
    return await decode();
  } catch (error) {
    if (moveStack && end !== undefined) moveStack(end - moveStack(0));
    else started.delete(use);
    throw error;
  }
};

const decodeCmyk = (bytes: Uint8Array): Raster => {
  const limits = { maxMemoryUsageInMB: CMYK_MAX_MB, maxResolutionInMP: CMYK_MAX_MEGAPIXELS };
  const { width, height, data } = jpegJs.decode(bytes, { useTArray: true, formatAsRGBA: true, ...limits });
  return { width, height, rgba: data };
};

/** Full color resolution, because text on photographs must stay sharp in print. */
const JPEG_OPTIONS = { quality: 88, progressive: false, baseline: true, auto_subsample: false, chroma_subsample: 1 };

export const encodeJpeg = async (raster: Raster): Promise<Uint8Array> => {
  await start('encode image/jpeg', CODEC_FILES.jpegEncoder, initJpegEncoder);
  return new Uint8Array(await encodeJpegWith(pixelsOf(raster), JPEG_OPTIONS));
};

export const encodePng = async (raster: Raster): Promise<Uint8Array> => {
  await start('encode image/png', CODEC_FILES.pngCodec, initPngEncoder as Start);
  return new Uint8Array(await encodePngWith(pixelsOf(raster)));
};
