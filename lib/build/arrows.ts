import { readFile } from 'node:fs/promises';
import { transform, type Plugin } from 'esbuild';

const IS_MODULE = /^(import|export)\b/m;

/**
 * Signs that an arrow uses `this`, `arguments`, `super`, `new.target` or `eval`, which esbuild may not transform
 * correctly.
 */
const USES_SURROUNDINGS = /\b(_this|_arguments)\b|\bsuper\s*[.[]|\bnew\.target\b|\beval\(/;

/**
 * Makes esbuild write the arrow functions of a module as function expressions, which V8 parses lazily, whereas it
 * parses arrows fully. A module in which that could change behavior is left unchanged. The gain is in
 * lib/decisions/bundles.md.
 */
export const arrowsAsFunctions: Plugin = {
  name: 'arrows-as-functions',
  setup: (build) => {
    build.onLoad({ filter: /\.(m?js|ts)$/ }, async ({ path }) => {
      const loader = path.endsWith('.ts') ? 'ts' : 'js';
      const contents = await readFile(path, 'utf8');
      return { contents: IS_MODULE.test(contents) ? await withoutArrows(contents, loader) : contents, loader };
    });
  },
};

const withoutArrows = async (contents: string, loader: 'js' | 'ts'): Promise<string> => {
  const { code } = await transform(contents, { loader, target: 'node24', supported: { arrow: false } }).catch(() => ({
    code: undefined,
  }));
  return code === undefined || USES_SURROUNDINGS.test(code) ? contents : code;
};
