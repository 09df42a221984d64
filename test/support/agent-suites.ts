import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The protocol's own test programs, in a separate folder: they are large, and require Node 22. */
export const SUITES = resolve(import.meta.dirname, '../agents');
const MODULES = join(SUITES, 'node_modules/@modelcontextprotocol');

export const CONFORMANCE = join(MODULES, 'conformance/dist/index.js');
export const INSPECTOR = join(MODULES, 'inspector/clients/launcher/build/index.js');

/** Installs the suites, once per checkout. */
export const installSuites = async (): Promise<void> => {
  if (existsSync(CONFORMANCE) && existsSync(INSPECTOR)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', args, { cwd: SUITES });
};

interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs one of the suites with the Node.js of this process. */
export const runSuite = (program: string, args: readonly string[], cwd: string): Promise<Outcome> =>
  new Promise((done) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NODE_OPTIONS: '' } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      done({ status: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
