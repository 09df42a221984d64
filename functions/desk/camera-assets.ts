import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lazy } from '../platform/lazy.ts';
import { READER_MODULE, READER_SCRIPT } from './asset-list.ts';

/**
 * Reads a file of a package. In a bundle it is in `assets/`; in source it is in the package, located relative to the
 * package's export.
 */
const readPackaged = (asset: string, exported: string, from: string): Buffer => {
  const name = asset.split('/').at(-1) ?? '';
  const bundled = fileURLToPath(new URL(`./assets/${name}`, import.meta.url));
  if (existsSync(bundled)) return readFileSync(bundled);
  return readFileSync(join(createRequire(import.meta.url).resolve(exported), from));
};

export const readerScript = lazy(() =>
  readPackaged(READER_SCRIPT, 'barcode-detector/ponyfill', '../../iife/ponyfill.js'),
);
export const readerModule = lazy(() => readPackaged(READER_MODULE, 'zxing-wasm/reader/zxing_reader.wasm', ''));
