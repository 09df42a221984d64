import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionDefinition } from '../../lib/definition.ts';
import { IsolatedFunctions, IsolatedFailure } from '../../lib/local/lambda/isolated.ts';

/** A handler that tries what an untrusted file might attempt. */
const HANDLER = `
exports.handler = async ({ does }) => {
  if (does === 'answer') return { pid: process.pid, environment: Object.keys(process.env) };
  if (does === 'spin') for (;;);
  if (does === 'fill') for (const held = []; ; ) held.push(new Uint8Array(8_000_000).fill(1));
  if (does === 'look') return require('node:fs').readFileSync('/etc/passwd', 'utf8');
  if (does === 'run') return require('node:child_process').execSync('id').toString();
  if (does === 'write') require('node:fs').writeFileSync(__filename, '');
  throw new Error('it is broken');
};`;

let folder: string;
let isolated: IsolatedFunctions;
const definition = { name: 'strange', entry: '', uses: [], memoryMb: 300, timeoutSeconds: 2 } as FunctionDefinition;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isolated-'));
  await writeFile(join(folder, 'package.json'), '{}');
  await mkdir(join(folder, 'strange'));
  await writeFile(join(folder, 'strange', 'index.cjs'), HANDLER);
  isolated = new IsolatedFunctions(folder);
});
afterAll(async () => {
  isolated.stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  pid: number;
  environment: string[];
}

const run = (does: string) => isolated.run(definition, { does }) as Promise<Answer>;
const failureOf = async (does: string): Promise<string> => {
  const error = await run(does).catch((thrown: unknown) => thrown);
  return error instanceof IsolatedFailure ? error.type : 'none';
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('an isolated function', () => {
  it('runs in a separate process without the environment of the service', async () => {
    const { pid, environment } = await run('answer');
    expect(pid).not.toBe(process.pid);
    expect(environment.filter((name) => /AWS|TABLE|SECRET|BUCKET|URL/.test(name))).toEqual([]);
  });

  it('can read only its code, and cannot write files or start processes', async () => {
    expect(await failureOf('look')).toBe('Error');
    expect(await failureOf('write')).toBe('Error');
    expect(await failureOf('run')).toBe('Error');
  });

  it('is stopped at its limit of time or memory, and the next call gets a new process', async () => {
    const { pid } = await run('answer');
    expect(await failureOf('spin')).toBe('Sandbox.Timedout');
    expect(await failureOf('fill')).toBe('Runtime.ExitError');
    const fresh = await run('answer');
    expect(fresh.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  it('serves many concurrent calls with few processes', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => run('answer')));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
  });

  it('reads packages through symbolic links to the folder of modules and to one package', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'modules-'));
    const linked = join(folder, 'linked');
    const answer = (text: string) => `module.exports = ${JSON.stringify(text)};`;
    for (const at of ['modules/one', 'two']) await mkdir(join(elsewhere, at), { recursive: true });
    await writeFile(join(elsewhere, 'modules/one/index.js'), answer('one'));
    await writeFile(join(elsewhere, 'two/index.js'), answer('two'));
    await symlink(join(elsewhere, 'two'), join(elsewhere, 'modules/two'));
    await mkdir(linked);
    await writeFile(join(linked, 'index.cjs'), `exports.handler = async () => [require('one'), require('two')];`);
    await symlink(join(elsewhere, 'modules'), join(linked, 'node_modules'));
    expect(await isolated.run({ ...definition, name: 'linked' }, {})).toEqual(['one', 'two']);
    await rm(elsewhere, { recursive: true });
  });

  it('that cannot be loaded fails with that reason instead of a memory limit', async () => {
    await mkdir(join(folder, 'broken'));
    await writeFile(join(folder, 'broken', 'index.cjs'), `require('no-such-package');`);
    const failed = isolated.run({ ...definition, name: 'broken' }, {});
    await expect(failed).rejects.toMatchObject({
      type: 'Runtime.ImportModuleError',
      message: expect.stringContaining(`Cannot find module 'no-such-package'`) as unknown,
    });
    await writeFile(join(folder, 'broken', 'index.cjs'), `exports.handler = async () => process.exit(3);`);
    await expect(isolated.run({ ...definition, name: 'broken' }, {})).rejects.toMatchObject({
      type: 'Runtime.ExitError',
      message: 'The process ended: exit status 3',
    });
  });

  it('stops immediately when the stack stops', async () => {
    const other = new IsolatedFunctions(folder);
    const { pid } = (await other.run(definition, { does: 'answer' })) as Answer;
    const spinning = other.run(definition, { does: 'spin' }).catch(() => undefined);
    await sleep(100);
    other.stop();
    await spinning;
    await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });
});
