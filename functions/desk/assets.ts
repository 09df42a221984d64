import { readFileSync } from 'node:fs';
import { lazy } from '../platform/lazy.ts';
import { shortHash } from '../platform/short-hash.ts';

/** Assets are next to this module, both in source and in a bundle (lib/build/assets.ts). */
const readFile = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

export const script = lazy(() => ['desk.js', 'input.js', 'editors.js', 'template-editor.js'].map(readFile).join('\n'));
export const styles = lazy(() => readFile('desk.css'));

/** The URL contains a hash of the content, so it can be cached forever. */
export const scriptPath = lazy(() => `/desk/-/desk-${shortHash(script())}.js`);
export const stylePath = lazy(() => `/desk/-/desk-${shortHash(styles())}.css`);
