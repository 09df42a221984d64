import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOnce, linkBundles } from '../../../lib/build/reused-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'kept-'));
const dist = join(folder, 'dist');
const file = join(dist, 'one', 'index.cjs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LONG_AGO_S = 1_000_000;
const write = (name: string, text: string, atS = LONG_AGO_S): void => {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), atS, atS);
};
const build = (name = 'one') => buildOnce([{ name, entry: join(folder, 'entry.ts') }], dist);
const mark = (): void => utimesSync(file, LONG_AGO_S, LONG_AGO_S);
/** Whether the bundle is unchanged since it was marked. */
const isMarked = (): boolean => statSync(file).mtimeMs === LONG_AGO_S * 1000;

beforeEach(async () => {
  rmSync(dist, { recursive: true, force: true });
  write('entry.ts', `import { figure } from './other.ts';\nexport const handler = () => figure;`);
  write('other.ts', 'export const figure = "first";');
  await build();
  mark();
});

describe('existing bundles', () => {
  it('are kept while no input has changed', async () => {
    const [kept] = await build();
    expect(isMarked()).toBe(true);
    expect(kept).toMatchObject({ name: 'one', bytes: statSync(file).size });
    expect(kept?.inputs.map((input) => input.split('/').at(-1)).toSorted()).toEqual(['entry.ts', 'other.ts']);
  });

  it.each([
    ['a source has changed', () => write('other.ts', 'export const figure = "other";')],
    ['their sources are not recorded', () => rmSync(join(dist, 'record.json'))],
    ['a bundle has changed', () => writeFileSync(file, readFileSync(file, 'utf8').replace('first', 'third'))],
    ['a bundle is missing', () => rmSync(file)],
    ['their folder has another file', () => writeFileSync(join(dist, 'one', 'stray.txt'), '')],
  ])('are rebuilt when %s', async (_, change) => {
    change();
    await build();
    expect(isMarked()).toBe(false);
    const isOther = readFileSync(join(folder, 'other.ts'), 'utf8').includes('other');
    expect(readFileSync(file, 'utf8')).toContain(isOther ? '"other"' : '"first"');
  });

  it('are rebuilt for other entries', async () => {
    expect((await build('two')).map(({ name }) => name)).toEqual(['two']);
  });

  it('are not kept when a source file was written during the build', async () => {
    const inAnHourS = Date.now() / 1000 + 3600;
    write('other.ts', 'export const figure = "late";', inAnHourS);
    await build();
    write('other.ts', 'export const figure = "late";');
    mark();
    await build();
    expect(isMarked()).toBe(false);
  });
});

describe('bundles that are linked into another folder', () => {
  const entries = [{ name: 'one', entry: join(folder, 'entry.ts') }];
  const other = join(folder, 'lent');
  const lend = () => linkBundles(entries, dist, other);
  beforeEach(() => rmSync(other, { recursive: true, force: true }));

  it('are kept there, and do not change when they are rebuilt at their origin', async () => {
    await lend();
    const [lent] = await buildOnce(entries, other);
    expect(lent?.file).toBe(join(other, 'one', 'index.cjs'));
    expect(statSync(lent!.file).mtimeMs).toBe(LONG_AGO_S * 1000);
    write('other.ts', 'export const figure = "other";');
    await build();
    expect(readFileSync(lent!.file, 'utf8')).toContain('"first"');
  });

  it('are not linked when they are outdated', async () => {
    write('other.ts', 'export const figure = "other";');
    await lend();
    expect(existsSync(other)).toBe(false);
  });
});
