import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';

/**
 * Bytes of a file that ships with the code: in a bundle it is in `assets/` next to it, from source it is the package's
 * own file or, under `functions/`, ours. Functions that use one name it in a list of assets (lib/build/assets.ts), from
 * which bundles are filled.
 */
export const readAsset = (specifier: string): Buffer => {
  const beside = fileURLToPath(new URL(`./assets/${basename(specifier)}`, import.meta.url));
  return readFileSync(existsSync(beside) ? beside : sourceOf(specifier));
};

const sourceOf = (specifier: string): string =>
  specifier.startsWith('functions/')
    ? fileURLToPath(new URL(`../../${specifier}`, import.meta.url))
    : createRequire(import.meta.url).resolve(specifier);

const FONTS = 'functions/platform/fonts';

/** Where a font is kept, by the name of its file. */
export const packedFont = (name: string): string => `${FONTS}/${name}.zst`;

/** Bytes of a font that is kept packed: 10 MB take 25 ms. */
export const readFont = (packed: string): Uint8Array => new Uint8Array(zstdDecompressSync(readAsset(packed)));
