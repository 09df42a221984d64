import { copyFile, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opsWithoutStack } from '../support/ops.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { runStack, startStack, type RunningStack } from '../support/stack.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-folder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);

/** Starts a stack on a folder and sells a card. Returns the stack and the order. */
const sold = async (dataDir: string): Promise<{ stack: RunningStack; order: string }> => {
  const stack = await startStack({ dataDir, seed: ruleSeed });
  const { id } = await new Shop(stack).sell(giftCard(50_000));
  return { stack, order: id };
};

const statusOf = async (dataDir: string, order: string): Promise<number> => {
  const stack = await startStack({ dataDir, seed: ruleSeed });
  try {
    return (await stack.get(`/v2/orders/${order}`, { key: API_KEY })).status;
  } finally {
    await stack.stop();
  }
};

const copy = async (from: string, to: string, isCopied: (name: string) => boolean): Promise<void> => {
  await mkdir(to);
  for (const name of await readdir(from)) if (isCopied(name)) await copyFile(join(from, name), join(to, name));
};
const isDatabase = (name: string): boolean => name.endsWith('.db');

const ops = async (...args: string[]): Promise<{ status: number; text: string }> => {
  const { status, stdout, stderr } = await opsWithoutStack(...args);
  return { status, text: stdout + stderr };
};

test('the .db files contain all data after a clean stop', async () => {
  const { stack, order } = await sold(at('clean'));
  await stack.stop();
  expect((await readdir(at('clean'))).toSorted()).toEqual(['fauxqs.db', 'local.db', 'table.db']);
  await copy(at('clean'), at('clean-copy'), isDatabase);
  expect(await statusOf(at('clean-copy'), order)).toBe(200);
});

test('a copy without all of its files does not start', async () => {
  const { stack } = await sold(at('whole'));
  await stack.stop();
  await copy(at('whole'), at('part'), (name) => name === 'table.db');
  const refused = await runStack({ dataDir: at('part'), seed: ruleSeed });
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('has no local.db')]);
  await copy(at('whole'), at('without-table'), (name) => name !== 'table.db');
  const started = await runStack({ dataDir: at('without-table'), seed: ruleSeed });
  expect([started.status, started.stderr]).toEqual([1, expect.stringContaining('has no table.db')]);
  const saved = await ops('backup', at('saved-part'), '--data-dir', at('without-table'));
  expect(saved).toEqual({ status: 1, text: expect.stringContaining('has no table.db') });
});

test('after a kill a copy starts only with its logs, and a backup contains all data', async () => {
  const { stack, order } = await sold(at('killed'));
  const inUse = await ops('backup', at('early'), '--data-dir', at('killed'));
  expect(inUse).toMatchObject({ status: 1, text: expect.stringContaining('stop the stack first') as unknown });
  await stack.kill();
  await copy(at('killed'), at('killed-db'), isDatabase);
  const refused = await runStack({ dataDir: at('killed-db'), seed: ruleSeed });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('without table.db-wal, fauxqs.db-wal, local.db-wal: its newest data is missing');
  await copy(at('killed'), at('killed-all'), () => true);
  expect(await statusOf(at('killed-all'), order)).toBe(200);
  const saved = await ops('backup', at('saved'), '--data-dir', at('killed'));
  expect(saved).toMatchObject({ status: 0, text: expect.stringContaining('table.db') as unknown });
  expect((await ops('restore', at('saved'), '--data-dir', at('killed'))).text).toContain('is not empty');
  expect((await ops('restore', at('saved'), '--data-dir', at('restored'))).status).toBe(0);
  expect(await statusOf(at('restored'), order)).toBe(200);
  expect(await statusOf(at('killed'), order)).toBe(200);
});

test('an interrupted backup or restore leaves a folder that does not start, and is completed when it is run again', async () => {
  const { stack, order } = await sold(at('source'));
  await stack.stop();
  const files = ['table.db', 'fauxqs.db', 'local.db'];
  // The files that a kill leaves at each step: the copy first writes three part files, then renames them one by one.
  const steps = [
    ['table.db.part'],
    ['table.db.part', 'fauxqs.db.part', 'local.db.part'],
    ['table.db', 'fauxqs.db.part', 'local.db.part'],
    ['table.db', 'fauxqs.db', 'local.db.part'],
  ];
  for (const [step, names] of steps.entries()) {
    const to = at(`interrupted-${step}`);
    await mkdir(to);
    for (const name of names) await copyFile(join(at('source'), name.replace('.part', '')), join(to, name));
    const refused = await runStack({ dataDir: to, seed: ruleSeed });
    expect([refused.status, refused.stderr], names.join()).toEqual([1, expect.stringContaining('is a part of a copy')]);
    const [command, ...args] = step % 2 === 0 ? ['backup', to, at('source')] : ['restore', at('source'), to];
    const again = await ops(command!, args[0]!, '--data-dir', args[1]!);
    expect([again.status, (await readdir(to)).toSorted()], again.text).toEqual([0, files.toSorted()]);
  }
  expect(await statusOf(at('interrupted-3'), order)).toBe(200);
});

test('a folder that contains anything besides an interrupted copy is not overwritten', async () => {
  await mkdir(at('complete'));
  await writeFile(join(at('complete'), 'local.db'), '');
  for (const [folderName, names] of [
    ['with-notes', ['table.db.part', 'notes.txt']],
    ['without-parts', ['table.db']],
    ['started', ['table.db', 'fauxqs.db', 'local.db', 'local.db.part']],
  ] as const) {
    await mkdir(at(folderName));
    for (const name of names) await writeFile(join(at(folderName), name), name);
    expect((await ops('backup', at(folderName), '--data-dir', at('complete'))).text).toContain('is not empty');
    expect((await readdir(at(folderName))).toSorted()).toEqual(names.toSorted());
  }
});

test('a folder without data is rejected as a backup', async () => {
  await mkdir(at('nothing'));
  const { status, text } = await ops('restore', at('nothing'), '--data-dir', at('never'));
  expect([status, text]).toEqual([1, expect.stringContaining('is not a data folder')]);
  expect((await ops('backup')).text).toContain('Usage: npm run ops -- backup');
});

/** Creates a database whose pages of rows are overwritten. */
const writeDamagedDatabase = async (file: string): Promise<void> => {
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE rows (value BLOB)');
  for (let row = 0; row < 20; row++) db.exec('INSERT INTO rows VALUES (randomblob(1000))');
  db.close();
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(8192, 7), 0, 8192, 4096);
  await handle.close();
};

test('a backup of or to anything but a folder of databases is rejected in one line', async () => {
  await mkdir(at('of-files'));
  for (const name of ['table.db', 'local.db']) await writeFile(join(at('of-files'), name), '');
  await mkdir(at('garbage'));
  await writeFile(join(at('garbage'), 'local.db'), 'not a database '.repeat(100));
  await mkdir(join(at('folders'), 'local.db'), { recursive: true });
  await mkdir(at('table-garbage'));
  await writeFile(join(at('table-garbage'), 'local.db'), '');
  await writeFile(join(at('table-garbage'), 'table.db'), 'not a database '.repeat(100));
  await mkdir(at('pages'));
  await writeFile(join(at('pages'), 'local.db'), '');
  await writeDamagedDatabase(join(at('pages'), 'table.db'));
  await writeFile(at('file'), '');
  for (const [to, from, reason] of [
    ['file', 'of-files', 'file is not a folder.'],
    ['file/below', 'of-files', 'ENOTDIR: not a directory, mkdir'],
    ['never-1', 'garbage', 'is damaged: file is not a database.'],
    ['never-2', 'table-garbage', 'is damaged: file is not a database.'],
    ['never-3', 'folders', 'cannot be used: unable to open database file.'],
    ['never-4', 'pages', 'table.db is damaged: *** in database main *** Tree 2 page 2'],
  ] as const) {
    const { status, text } = await ops('backup', at(to), '--data-dir', at(from));
    expect([status, text, text.trim().split('\n').length], from).toEqual([1, expect.stringContaining(reason), 1]);
  }
});
