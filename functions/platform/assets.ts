import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';

/**
 * Bytes of a file that ships with the code: in a bundle it is in `assets/`, from source it is a file of the package or,
 * under `functions/`, ours. Functions that use one declare it (lib/build/assets.ts), and bundles are filled from that
 * list.
 */
export const readAsset = (specifier: string): Buffer => {
  const bundled = fileURLToPath(new URL(`./assets/${basename(specifier)}`, import.meta.url));
  return readFileSync(existsSync(bundled) ? bundled : sourceOf(specifier));
};

const sourceOf = (specifier: string): string =>
  specifier.startsWith('functions/')
    ? fileURLToPath(new URL(`../../${specifier}`, import.meta.url))
    : createRequire(import.meta.url).resolve(specifier);

const FONTS = 'functions/platform/fonts';

/** Path of a font. */
export const packedFont = (name: string): string => `${FONTS}/${name}.zst`;

/** Bytes of a compressed font: 10 MB take 25 ms. */
export const readFont = (packed: string): Uint8Array => new Uint8Array(zstdDecompressSync(readAsset(packed)));
