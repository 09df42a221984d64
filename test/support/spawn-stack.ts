import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startInHost, type Output } from './stack-hosts.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
/**
 * Node.js options for fast password hashing. Stacks and commands must have the same, because they verify each other's
 * hashes.
 */
export const LIGHT_PASSWORDS = ['--import', join(PROJECT, 'test/support/light-passwords.ts')];
/** More memory for new objects, which avoids most garbage collections in short-lived test processes. */
const SEMI_SPACE_OPTION = '--max-semi-space-size=32';
const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 5_000;

export interface StackOptions {
  /**
   * Loads every function at the start, as `npm start` does. Default false, because a test file uses only some of them.
   */
  preload?: boolean;
  /** Operator data to load: an object, or a file. Default: the demo file. */
  seed?: object | string;
  /** Persistent data folder. */
  dataDir?: string;
  /** Further environment variables (PORT is 0 unless set here). */
  env?: Record<string, string>;
  /** Hashes passwords at the deployed cost. */
  fullPasswords?: boolean;
  /** Whether the stack needs its own process, for a test of the process itself, such as its exit. */
  ownProcess?: boolean;
}

export const endProcess = async (child: ChildProcess, end: () => void): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  end();
  await exit;
  clearTimeout(timer);
};

export interface SpawnedStack {
  child: ChildProcess;
  output: Output;
  /** Resolves to the exit status. */
  stop: () => Promise<number | null>;
  cleanUp: () => Promise<void>;
}

/** Environment variables that a process reads only once. */
const LASTING = ['PORT', 'HOST', 'BUNDLES', 'DYNAMODB_ENDPOINT', 'LOG_LEVEL', 'LOCAL_STACKS', 'NODE_OPTIONS'];

/** Whether a process that runs other stacks before and after can run this one. */
const canShareProcess = ({ dataDir, fullPasswords, preload, ownProcess, env = {} }: StackOptions): boolean =>
  process.env['STACKS_SHARE_PROCESSES'] === 'true' &&
  !dataDir &&
  !fullPasswords &&
  !preload &&
  !ownProcess &&
  !LASTING.some((name) => name in env);

const prepare = async (options: StackOptions) => {
  const folder = await mkdtemp(join(tmpdir(), 'stack-'));
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: '0', DATA_DIR: options.dataDir ?? '' };
  env['PRELOAD'] = String(options.preload ?? false);
  for (const name of ['HOST', 'SEED', 'ENVIRONMENT', 'WEBHOOK_ALLOW_LOOPBACK', 'LOG_LEVEL', 'NODE_OPTIONS'])
    delete env[name];
  if (typeof options.seed === 'string') env['SEED'] = options.seed;
  else if (options.seed) {
    env['SEED'] = join(folder, 'seed.json');
    await writeFile(env['SEED'], JSON.stringify(options.seed));
  }
  const cleanUp = () => rm(folder, { recursive: true, force: true });
  return { env: { ...env, ...options.env }, cleanUp };
};

/** Starts a stack in its own process, like `npm start`. */
export const spawnStack = async (options: StackOptions): Promise<SpawnedStack> => {
  const { env, cleanUp } = await prepare(options);
  const execArgv = [SEMI_SPACE_OPTION, ...(options.fullPasswords ? [] : LIGHT_PASSWORDS)];
  const child = spawn(process.execPath, [...execArgv, join(PROJECT, 'bin/local.ts')], {
    cwd: PROJECT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const stop = async (): Promise<number | null> => {
    await endProcess(child, () => child.kill('SIGTERM'));
    return child.exitCode;
  };
  return { child, output, stop, cleanUp };
};

/** Starts a stack in a process that may have run others, if its options allow this. */
export const spawnOrShare = async (options: StackOptions): Promise<SpawnedStack> => {
  if (!canShareProcess(options)) return spawnStack(options);
  const { env, cleanUp } = await prepare(options);
  return { ...startInHost([SEMI_SPACE_OPTION, ...LIGHT_PASSWORDS], env), cleanUp };
};

/** Resolves to the JSON of the ready line. Rejects with the error output if the stack ends or is not ready in time. */
export const readyLine = ({ child, output }: SpawnedStack): Promise<string> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.stdout?.off('data', read);
      child.off('exit', end);
      act();
    };
    const read = () => {
      const ready = /^ready (.*)\n/m.exec(output.stdout)?.[1];
      if (ready) settle(() => resolve(ready));
    };
    const fail = (what: string) => settle(() => reject(new Error(`The stack ${what}: ${output.stderr}`)));
    const end = (code: number | null) => fail(`ended with ${code}`);
    const timer = setTimeout(() => fail('did not start'), START_LIMIT_MS);
    child.stdout?.on('data', read);
    child.once('exit', end);
  });
