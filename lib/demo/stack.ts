import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

interface ReadyStack {
  url: string;
  keys: { company: string; label: string; key: string }[];
  stop: () => Promise<void>;
}

/**
 * Starts the stack like `npm start`, on a free port, and in memory unless `DATA_DIR` is set. Throws if it does not
 * start; its errors are printed.
 */
export const startStack = async (): Promise<ReadyStack> => {
  const child = spawn(process.execPath, ['bin/local.ts'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await firstLine(child);
  const { url, keys } = JSON.parse(ready.replace(/^ready /, '')) as Pick<ReadyStack, 'url' | 'keys'>;
  return { url, keys, stop: () => stop(child) };
};

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The stack ended with status ${code}`)));
    if (!child.stdout) throw new Error('The stack has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(line);
    });
  });

const stop = async (child: ChildProcess): Promise<void> => {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
};
