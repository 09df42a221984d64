import { readFileSync } from 'node:fs';

/**
 * The script of the reference page: in `assets/` of this folder, or next to the bundle when deployed
 * (lib/build/assets.ts).
 */
export const readReferenceScript = (): Buffer => readFileSync(new URL('./assets/scalar.js', import.meta.url));
