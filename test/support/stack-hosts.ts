import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'stack-host.ts');

/** Line that a host writes to standard error after the output of a stack. */
export const END_OF_OUTPUT = '\n-- end of output --\n';

export type HostRequest = { start: NodeJS.ProcessEnv } | { stop: true };

/** Reply to `stop`; a started stack prints its ready line. */
export interface HostReply {
  /** Whether the process can run another stack. */
  isReusable: boolean;
}

export interface Output {
  stdout: string;
  stderr: string;
}

/** A process that runs one stack at a time. */
class StackHost {
  readonly child: ChildProcess;
  #output: Output = { stdout: '', stderr: '' };

  constructor(execArgv: string[]) {
    this.child = fork(FILE, { execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.#output.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.#output.stderr += chunk.toString()));
  }

  /** Starts a stack. Returns its output, which grows as it arrives. */
  start(env: NodeJS.ProcessEnv): Output {
    this.#output = { stdout: '', stderr: '' };
    this.#send({ start: env });
    return this.#output;
  }

  /** Stops the stack. Resolves when all its output has arrived. */
  async stop(): Promise<HostReply> {
    const replies = once(this.child, 'message') as Promise<[HostReply]>;
    this.#send({ stop: true });
    const [reply] = await replies;
    const { stderr } = this.child;
    while (stderr && !this.#output.stderr.endsWith(END_OF_OUTPUT)) await once(stderr, 'data');
    this.#output.stderr = this.#output.stderr.slice(0, -END_OF_OUTPUT.length);
    return reply;
  }

  #send(request: HostRequest): void {
    this.child.send(request);
  }
}

const idle: StackHost[] = [];

/**
 * Starts a stack in an idle process that has run others before, or in a new one. After the stack is stopped, the
 * process can run the next, unless a function is still running.
 */
export const startInHost = (execArgv: string[], env: NodeJS.ProcessEnv) => {
  const host = idle.pop() ?? new StackHost(execArgv);
  const { child } = host;
  const stop = async (): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const { isReusable } = await host.stop();
    if (isReusable) idle.push(host);
    else child.kill('SIGKILL');
    return 0;
  };
  return { child, output: host.start(env), stop };
};
