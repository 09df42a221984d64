import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Bytes of a file that ships with the code: in a bundle it lies in `assets/` beside it, from source it is the package's
 * own file. Functions that use one name it in a list of assets (lib/build/assets.ts), from which bundles are filled.
 */
export const readAsset = (specifier: string): Buffer => {
  const beside = fileURLToPath(new URL(`./assets/${basename(specifier)}`, import.meta.url));
  return readFileSync(existsSync(beside) ? beside : createRequire(import.meta.url).resolve(specifier));
};
