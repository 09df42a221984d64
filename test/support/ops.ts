import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { LIGHT_PASSWORDS } from './spawn-stack.ts';
import type { RunningStack } from './stack.ts';

const OPS = resolve(import.meta.dirname, '../../bin/ops.ts');

export interface OpsResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs an operator command against a running stack. */
export const ops = (stack: Pick<RunningStack, 'url'>, ...args: string[]): Promise<OpsResult> =>
  opsWithoutStack(...args, '--url', stack.url);

/** As above, with standard input. */
export const opsWithInput = (stack: Pick<RunningStack, 'url'>, input: string, ...args: string[]): Promise<OpsResult> =>
  run([...args, '--url', stack.url], input);

/** The stack that the modules of this process are connected to; files of one project share a process. */
let connected: string | undefined;

/** As above in this process, which is faster: returns its output. Environment and clock are unchanged. */
export const opsInProcess = async (stack: Pick<RunningStack, 'url'>, ...args: string[]): Promise<OpsResult> => {
  if (connected !== stack.url) vi.resetModules();
  connected = stack.url;
  const { clock } = await import('../../functions/platform/clock.ts');
  const { runOps } = await import('../../lib/ops/run.ts');
  const [environment, { nowMs }] = [{ ...process.env }, clock];
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output[stream] += String(text);
      return true;
    }),
  );
  try {
    return { status: await runOps([...args, '--url', stack.url]), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    clock.nowMs = nowMs;
  }
};

/** Runs an operator command that needs no stack. */
export const opsWithoutStack = (...args: string[]): Promise<OpsResult> => run(args);

const run = (args: string[], input = ''): Promise<OpsResult> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [...LIGHT_PASSWORDS, OPS, ...args], (error, stdout, stderr) => {
      done({ status: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });

/** Imports operator data into a running stack; throws the command's errors. */
export const importOperatorFile = async (
  stack: Pick<RunningStack, 'url'>,
  file: object,
  command: typeof ops = ops,
): Promise<OpsResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'ops-'));
  try {
    const path = join(folder, 'data.json');
    await writeFile(path, JSON.stringify(file));
    const result = await command(stack, 'import', path);
    if (result.status !== 0) throw new Error(result.stderr);
    // Operators wait a second before opening; so do tests with stale reads.
    if (process.env['STALE_READS']) await fetch(`${stack.url}/_local/idle`, { method: 'POST' });
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
