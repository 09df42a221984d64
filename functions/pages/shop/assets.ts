import { readFileSync } from 'node:fs';
import { lazy } from '../../platform/lazy.ts';
import { shortHash } from '../../platform/short-hash.ts';

/** Assets are next to this module, both in source and in a bundle (lib/build/assets.ts). */
const readFile = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

export const script = lazy(() => readFile('shop.js'));
export const styles = lazy(() => readFile('shop.css'));
export const embed = lazy(() => readFile('embed.js'));

/** The URL contains a hash of the content, so it can be cached forever. */
export const scriptPath = lazy(() => `/shop/-/shop-${shortHash(script())}.js`);
