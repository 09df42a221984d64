import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { isArea, FALLBACK_MODULES, type AreaDefinition, type FunctionDefinition } from '../areas.ts';

const NAMESPACE = 'area';

type EntryPoint = Pick<FunctionDefinition, 'name' | 'entry'>;

/**
 * The entry of an area's function, generated from the declarations of its routes. Each handler is loaded by the first
 * request of its route, so that a cold start loads the modules of one page only.
 */
export const areaSource = ({ routes, surface }: Pick<AreaDefinition, 'routes' | 'surface'>): string => {
  const members = routes.map(({ method, path, alsoAt, entry }) => {
    const address = JSON.stringify({ method, path, alsoAt }).slice(1, -1);
    return `  { ${address}, load: () => import('./${entry}') },`;
  });
  const unknown = FALLBACK_MODULES[surface];
  return [
    "import { areaHandler } from './functions/fallback/area.ts';",
    'export const handler = areaHandler([',
    ...members,
    `]${unknown === undefined ? '' : `, () => import('./${unknown}')`});`,
  ].join('\n');
};

/** Input of esbuild: an entry file, or the name of an area. */
export const entryPointOf = (entry: EntryPoint): string => (isArea(entry) ? `${NAMESPACE}:${entry.name}` : entry.entry);

/** Provides esbuild with entries of areas, which are not files. */
export const areaEntries = (entries: readonly EntryPoint[]): Plugin => {
  const areas = new Map(entries.filter(isArea).map((area) => [area.name, area]));
  return {
    name: 'area-entries',
    setup: (build) => {
      build.onResolve({ filter: /^area:/ }, ({ path }) => ({
        path: path.slice(NAMESPACE.length + 1),
        namespace: NAMESPACE,
      }));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
        const area = areas.get(path);
        return area && { contents: areaSource(area), loader: 'js', resolveDir: resolve('.') };
      });
    },
  };
};
