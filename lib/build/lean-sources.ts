import { readFile } from 'node:fs/promises';
import { transform, type Plugin } from 'esbuild';

/** One declaration of a route, from its name to the bracket that the formatter puts at the start of a line. */
const DECLARATION = /(?<=^export const \w+ = )defineRoute\(\{.*?^\}\)(?=;$)/gms;
/** A thing made lazily, whose making is a function that nobody has called. */
const LAZY = /(?<=^(?:export )?const \w+ = )lazy\(/gm;
const DECLARES = /\/functions\/http\/.*routes?\.ts$/;

const IS_MODULE = /^(import|export)\b/m;

/** Signs that an arrow uses something of the function around it, which esbuild does not always carry over rightly. */
const LEANS_ON_SURROUNDINGS = /\b(_this|_arguments)\b|\bsuper\s*[.[]|\bnew\.target\b|\beval\(/;

/**
 * Prepares sources for bundles that load fast (lib/decisions/bundles.md):
 * - Declaring a route does nothing but name it, and esbuild is told so: otherwise a handler's bundle would carry every
 *   declaration of the same file, with the body schemas that only they need. The same goes for what is made lazily.
 * - Arrows become functions, which V8 skims until they are called, in modules where nothing tells the two apart.
 */
export const leanSources: Plugin = {
  name: 'lean-sources',
  setup: (build) => {
    build.onLoad({ filter: /\.(m?js|ts)$/ }, async ({ path }) => {
      const loader = path.endsWith('.ts') ? 'ts' : 'js';
      const source = await readFile(path, 'utf8');
      const marked = source.replace(LAZY, '/* @__PURE__ */ $&');
      const contents = DECLARES.test(path) ? marked.replace(DECLARATION, '/* @__PURE__ */ (() => $&)()') : marked;
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
