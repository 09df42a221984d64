import decode, { init } from '@jsquash/webp/decode.js';
import type { Raster } from './raster.ts';

/**
 * The decoder's own declarations are made for browsers: they leave out that it takes a compiled module, and name a
 * class that Node's types do not have.
 */
const start = init as unknown as (module: WebAssembly.Module) => Promise<void>;
const toPixels = decode as unknown as (bytes: ArrayBuffer) => Promise<Pixels>;

/** Node has it; the type library without browsers declares its types only. */
const runtime = globalThis as unknown as {
  WebAssembly: { compile: (bytes: Uint8Array) => Promise<WebAssembly.Module> };
};

/** The decoder hands its result to this browser class. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

let ready: Promise<void> | undefined;

/** Decodes a WebP picture. `wasm` holds the decoder; only the first call uses it. Throws when the bytes are broken. */
export const decodeWebp = async (bytes: Uint8Array, wasm: () => Uint8Array): Promise<Raster> => {
  ready ??= prepare(wasm());
  await ready;
  const { data, width, height } = await toPixels(new Uint8Array(bytes).buffer);
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
};

const prepare = async (wasm: Uint8Array): Promise<void> => {
  if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: Pixels });
  await start(await runtime.WebAssembly.compile(wasm.slice()));
};
