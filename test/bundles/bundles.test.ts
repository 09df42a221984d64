import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_BUNDLE_MAX_BYTES, reasonOutsideBudget } from '../../lib/build/budget.ts';
import type { Bundle } from '../../lib/build/bundle.ts';
import { budgetFaults, sizeTable } from '../../lib/build/report.ts';
import { allFunctions, routes } from '../../lib/definition.ts';
import { built, BUILD_TIMEOUT_MS, folder } from './built.ts';

/** Functions that list all routes, or serve many. */
const DESCRIBING = new Set(['agent', 'guide', 'openapi', 'openapi-v1', 'unknown-route']);

let bundles: Bundle[] = [];
let loaded: BundleLoad[] = [];

beforeAll(async () => {
  bundles = await built();
  loaded = loadAll();
}, BUILD_TIMEOUT_MS);

const run = (script: string): string =>
  execFileSync(process.execPath, ['-e', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { TABLE_NAME: 'table', AWS_REGION: 'eu-north-1', APP_SECRET: 'secret', BASE_URL: 'https://api.example.com' },
  });

/** Maximum number of schemas that are built when a function loads. Each adds about 40 microseconds to a cold start. */
const SCHEMAS_AT_LOAD_MAX = 40;

interface BundleLoad {
  name: string;
  type: string;
  /** Number of schemas that were built during the load, counted by zod's compiler hook. */
  schemas: number;
}

/** Loads all bundles in a separate process, outside this project's modules. */
const loadAll = (): BundleLoad[] => {
  const script = `
    let schemas = 0;
    globalThis.__zod_globalConfig = { postProcessor: () => { schemas++; } };
    const loaded = ${JSON.stringify(bundles.map(({ name }) => name))}.map((name) => {
      schemas = 0;
      return { name, type: typeof require('./' + name + '/index.cjs').handler, schemas };
    });
    console.log(JSON.stringify(loaded));`;
  return JSON.parse(run(script)) as BundleLoad[];
};

describe('uploaded bundles', () => {
  it('exist once for every function, load alone and export the handler', () => {
    const names = allFunctions().map(({ name }) => name);
    expect(bundles.map(({ name }) => name)).toEqual(names);
    expect(loaded.map(({ name, type }) => [name, type])).toEqual(names.map((name) => [name, 'function']));
  });

  it('sign with credentials from environment variables, and include no other credential provider', () => {
    const script = `
      const server = require('node:http').createServer((request, response) => {
        console.log(request.headers.authorization);
        process.exit(0);
      });
      server.listen(0, '127.0.0.1', () => {
        Object.assign(process.env, {
          AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:' + server.address().port,
          AWS_ACCESS_KEY_ID: 'THEKEY',
          AWS_SECRET_ACCESS_KEY: 'secret',
        });
        require('./expiry-sweep/index.cjs').handler({}, { functionName: 'expiry-sweep' });
      });`;
    expect(run(script)).toContain('Credential=THEKEY/');
    const elsewhere = bundles.filter(({ inputs }) => inputs.some((input) => input.includes('credential-provider-sso')));
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
  });

  it('include the declaration of their own route only', () => {
    const entries = new Set(routes.map(({ entry }) => entry));
    const carried = bundles
      .filter(({ entry }) => entries.has(entry))
      .map(({ name, file, entry }) => {
        const named = readFileSync(file, 'utf8').matchAll(/functions\/[\w./-]+?\.ts/g);
        return { name, others: [...named].map(([path]) => path).filter((path) => path !== entry && entries.has(path)) };
      });
    expect([...entries].every((entry) => /^functions\/[\w./-]+\.ts$/.test(entry))).toBe(true);
    expect(carried.filter(({ name, others }) => others.length > 0 && !DESCRIBING.has(name))).toEqual([]);
  });

  it('of API functions do not exceed the maximum size, except those with a reason', () => {
    expect(budgetFaults(allFunctions(), bundles)).toEqual([]);
    const bound = allFunctions().filter((definition) => !reasonOutsideBudget(definition));
    expect(bound.map(({ name }) => name)).toEqual(expect.arrayContaining(['health', 'create-order', 'list-orders']));
  });

  it('build schemas lazily, not when a function loads', () => {
    const definitions = allFunctions().filter((each) => !reasonOutsideBudget(each) && !DESCRIBING.has(each.name));
    const bound = new Set(definitions.map(({ name }) => name));
    expect(loaded.filter(({ name, schemas }) => bound.has(name) && schemas > SCHEMAS_AT_LOAD_MAX)).toEqual([]);
    expect(loaded.some(({ schemas }) => schemas > 0)).toBe(true);
  });

  it('above the maximum size are reported with both sizes', () => {
    const health = bundles.find(({ name }) => name === 'health');
    const faults = budgetFaults(allFunctions(), [
      { ...health!, bytes: API_BUNDLE_MAX_BYTES + 1 },
      { ...health!, bytes: API_BUNDLE_MAX_BYTES },
    ]);
    expect(faults).toEqual(['health has 494 KB, over the 494 KB of an API function']);
    expect(API_BUNDLE_MAX_BYTES).toBeLessThanOrEqual(500_000);
    expect(sizeTable(allFunctions(), bundles).split('\n')).toHaveLength(bundles.length + 1);
  });

  it('include fonts only for functions that render', () => {
    const fontOf = ({ file }: Bundle): boolean =>
      existsSync(join(dirname(file), 'assets', 'NotoSans_400Regular.ttf.zst'));
    const withFonts = bundles.filter(fontOf).map(({ name }) => name);
    expect(withFonts).toEqual(expect.arrayContaining(['fulfill-order', 'read-item-document']));
    const readers = ['functions/adapters/pdf/shaper.ts', 'functions/adapters/images/draw-svg.ts'];
    const renders = bundles.filter(({ inputs }) => readers.some((reader) => inputs.includes(reader)));
    expect(withFonts).toEqual(renders.map(({ name }) => name));
    expect(existsSync(join(folder, 'docs-asset', 'assets', 'scalar.js'))).toBe(true);
  });
});
