import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../lib/build/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'lean-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles an entry with further files; returns the code, and the bundle's exports. */
const bundled = async <T>(source: string, others: Record<string, string> = {}): Promise<{ code: string; made: T }> => {
  for (const [name, text] of Object.entries({ 'entry.ts': source, ...others })) writeFileSync(join(folder, name), text);
  const [made] = await bundle([{ name: 'one', entry: join(folder, 'entry.ts') }], join(folder, 'dist'));
  const file = resolve(made!.file);
  const load = createRequire(import.meta.url);
  delete load.cache[file];
  return { code: readFileSync(file, 'utf8'), made: load(file) as T };
};

describe('the content of bundles', () => {
  it('arrow functions of a module become function expressions', async () => {
    const { code, made } = await bundled<{ handler: (by: number) => number[] }>(
      'export const handler = (by: number) => [1, 2].map((count) => count * by);',
    );
    expect(code).toMatch(/function\(\w\)\{return\[1,2\]\.map\(function\(\w\)\{return \w\*\w\}\)\}/);
    expect(made.handler(3)).toEqual([3, 6]);
  });

  it('arrow functions that use their context stay arrow functions', async () => {
    const { made } = await bundled<{ handler: () => unknown[] }>(`
      class Base { name = 'base'; tell() { return this.name; } }
      class Derived extends Base {
        late: () => string;
        field = () => this.name;
        constructor() { super(); this.late = () => this.name + '!'; }
        above() { return () => super.tell(); }
        given(name = () => this.name) { return name(); }
      }
      export const handler = () => {
        const derived = new Derived();
        return [derived.late(), derived.field(), derived.above()(), derived.given()];
      };`);
    expect(made.handler()).toEqual(['base!', 'base', 'base', 'base']);
  });

  it('a route that is declared and not used is omitted, with all its references', async () => {
    const { code } = await bundled(`import { used } from './routes.ts';\nexport const handler = () => used.path;`, {
      'routes.ts':
        "const replies = { 200: 'named by the unused' } as const;\n" +
        "export const used = { path: 'asked for', replies: { 200: 'its own' } } as const;\n" +
        "export const unused = { path: 'not asked for', replies, get body() { return used; } } as const;",
    });
    expect(code).toContain('asked for');
    expect(code).not.toMatch(/not asked for|named by the unused/);
  });

  it('a module that is loaded lazily is loaded on first use', async () => {
    const { made } = await bundled<{ handler: () => Promise<number> }>(
      `export const handler = async () => (await import('./lazy.ts')).figure;`,
      { 'lazy.ts': 'const figures = [1, 2, 3];\nexport const figure = figures.reduce((sum, each) => sum + each, 0);' },
    );
    expect(await made.handler()).toBe(6);
  });
});
