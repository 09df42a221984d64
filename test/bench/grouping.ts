import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { bundle, type Bundle } from '../../lib/build/bundle.ts';
import { routes } from '../../lib/definition.ts';
import { load } from './load.ts';
import { percentile, roundTo, type Section } from './report.ts';

const RUNS = 20;
const FOLDERS = ['functions/api/orders/', 'functions/api/items/', 'functions/api/webhooks/', 'functions/desk/'];

type Route = (typeof routes)[number];

/** Source of one function for all routes of a resource, with handlers loaded at its start or on first use. */
const mergedSource = (members: readonly Route[], isLate: boolean): string => {
  const path = ({ entry }: Route): string => `../${entry}`;
  if (!isLate) {
    const imports = members.map((route, index) => `import { handler as h${index} } from '${path(route)}';`);
    const table = members.map(({ name }, index) => `  '${name}': () => h${index},`);
    return [...imports, 'export const handlers = {', ...table, '};', 'export const handler = handlers;', ''].join('\n');
  }
  const table = members.map((route) => `  '${route.name}': () => import('${path(route)}'),`);
  return ['export const handlers = {', ...table, '};', 'export const handler = handlers;', ''].join('\n');
};

/** Cold start cost of a function per route and per resource. */
export const benchGrouping = async (): Promise<Section> => {
  const folder = mkdtempSync(join(process.cwd(), 'dist-bench-'));
  const sources = mkdtempSync(join(process.cwd(), 'dist-bench-'));
  try {
    const rows = [];
    for (const sourceFolder of FOLDERS) {
      const resource = basename(sourceFolder);
      const members = routes.filter(({ entry }) => entry.startsWith(sourceFolder));
      const merged = [false, true].map((isLate) => {
        const file = join(sources, `${resource}-${isLate ? 'late' : 'merged'}.ts`);
        writeFileSync(file, mergedSource(members, isLate));
        return { name: basename(file, '.ts'), entry: file };
      });
      const bundles = await bundle([...members.map(({ name, entry }) => ({ name, entry })), ...merged], folder);
      rows.push(compareGroups(resource, bundles));
    }
    return {
      title: 'A function for each route or for each resource',
      note: `CPU milliseconds of the loading thread, median of ${RUNS} new processes; a single function is the one of median size.`,
      rows,
    };
  } finally {
    for (const each of [folder, sources]) rmSync(each, { recursive: true, force: true });
  }
};

const compareGroups = (resource: string, bundles: readonly Bundle[]) => {
  const single = bundles.slice(0, -2).toSorted((one, other) => one.bytes - other.bytes);
  const [merged, late] = bundles.slice(-2) as [Bundle, Bundle];
  const middle = single[Math.floor(single.length / 2)]!;
  const times: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    times[0].push(load(resolve(middle.file)).cpuMs);
    times[1].push(load(resolve(merged.file)).cpuMs);
    times[2].push(load(resolve(late.file), middle.name).cpuMs);
  }
  const median = (each: readonly number[]): number => roundTo(percentile(each, 50));
  const kilobytes = (bytes: number): number => roundTo(bytes / 1000);
  return {
    resource,
    functions: single.length,
    'middle one': middle.name,
    'its KB': kilobytes(middle.bytes),
    'all KB': kilobytes(single.reduce((sum, { bytes }) => sum + bytes, 0)),
    'merged KB': kilobytes(merged.bytes),
    'one, ms': median(times[0]),
    'merged, ms': median(times[1]),
    'merged, loading late, ms': median(times[2]),
  };
};
