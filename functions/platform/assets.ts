import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';

/**
 * Reads a file that ships with the code. In a bundle it is in `assets/`; in source it is in an npm package, or in this
 * project if its path begins with `functions/`. Functions that use a file declare it (lib/build/assets.ts).
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

/** Path of a compressed font. */
export const packedFont = (name: string): string => `${FONTS}/${name}.zst`;

/** Reads a compressed font. Decompressing 10 MB takes 25 ms. */
export const readFont = (packed: string): Uint8Array => new Uint8Array(zstdDecompressSync(readAsset(packed)));
