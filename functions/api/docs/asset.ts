import { readFileSync } from 'node:fs';

/**
 * Reads the script of the reference page. It is in `assets/` of this folder or, when deployed, next to the bundle
 * (lib/build/assets.ts).
 */
export const readReferenceScript = (): Buffer => readFileSync(new URL('./assets/scalar.js', import.meta.url));
