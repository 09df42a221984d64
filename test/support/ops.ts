import { execFile, fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LIGHT_PASSWORDS } from './spawn-stack.ts';
import type { RunningStack } from './stack.ts';

const OPS = resolve(import.meta.dirname, '../../bin/ops.ts');
const HOST = join(import.meta.dirname, 'ops-host.ts');
const HOSTS_MAX = 2;

export interface OpsResult {
  status: number;
  stdout: string;
  stderr: string;
}

export interface OpsRequest {
  id: number;
  args: string[];
  /** Content of standard input. */
  input: string;
}

export interface OpsReply extends OpsResult {
  id: number;
}

/** A process for the commands of one stack, because loading the commands takes longer than running most of them. */
class OpsHost {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { done: (result: OpsResult) => void; fail: (error: Error) => void }>();
  #requests = 0;

  constructor() {
    this.#child = fork(HOST, { execArgv: LIGHT_PASSWORDS });
    this.#child.on('message', ({ id, ...result }: OpsReply) => {
      this.#waiting.get(id)?.done(result);
      this.#waiting.delete(id);
    });
    this.#child.on('exit', (code) => {
      for (const { fail } of this.#waiting.values()) fail(new Error(`The process of the commands ended with ${code}`));
    });
    // An idle process must not keep the test run alive.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  run(args: string[], input: string): Promise<OpsResult> {
    const id = this.#requests++;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      this.#child.send({ id, args, input } satisfies OpsRequest);
    });
  }

  stop(): void {
    this.#child.kill();
  }
}

/** One process per stack, because clients keep the URLs of its services. */
const hosts = new Map<object, OpsHost>();

const hostOf = (stack: object): OpsHost => {
  const known = hosts.get(stack);
  if (known) return known;
  const [oldest] = hosts;
  if (oldest && hosts.size === HOSTS_MAX) {
    hosts.delete(oldest[0]);
    oldest[1].stop();
  }
  const host = new OpsHost();
  hosts.set(stack, host);
  return host;
};

/** Runs an operator command on a running stack. */
export const ops = (stack: Pick<RunningStack, 'url'>, ...args: string[]): Promise<OpsResult> =>
  opsWithInput(stack, '', ...args);

/** Like `ops`, with standard input. */
export const opsWithInput = (stack: Pick<RunningStack, 'url'>, input: string, ...args: string[]): Promise<OpsResult> =>
  hostOf(stack).run([...args, '--url', stack.url], input);

/** Runs an operator command that needs no stack, in its own process. */
export const opsWithoutStack = (...args: string[]): Promise<OpsResult> =>
  new Promise((done) => {
    execFile(process.execPath, [...LIGHT_PASSWORDS, OPS, ...args], (error, stdout, stderr) => {
      done({ status: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });

/** Imports operator data into a running stack; throws the command's errors. */
export const importOperatorFile = async (stack: Pick<RunningStack, 'url'>, file: object): Promise<OpsResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'ops-'));
  try {
    const path = join(folder, 'data.json');
    await writeFile(path, JSON.stringify(file));
    const result = await ops(stack, 'import', path);
    if (result.status !== 0) throw new Error(result.stderr);
    // With stale reads, waits until replicas have the import, because tests use it sooner than operators do.
    if (process.env['STALE_READS']) await fetch(`${stack.url}/_local/idle`, { method: 'POST' });
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
