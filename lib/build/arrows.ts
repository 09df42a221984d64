import { readFile } from 'node:fs/promises';
import { transform, type Plugin } from 'esbuild';

const IS_MODULE = /^(import|export)\b/m;

/** Signs that an arrow uses something of the function around it, which esbuild does not always carry over rightly. */
const LEANS_ON_SURROUNDINGS = /\b(_this|_arguments)\b|\bsuper\s*[.[]|\bnew\.target\b|\beval\(/;

/**
 * Has esbuild write the arrows of a module as functions, which V8 skims until they are called, where it parses arrows in
 * full. A module in which that could tell the two apart stays as it is. What this gains stands in
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
  return code === undefined || LEANS_ON_SURROUNDINGS.test(code) ? contents : code;
};
