import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Generates clients of the API with four generators and compiles them in strict mode: `npm run clients`. Installs the
 * generators from a separate package in this folder, because they require a different compiler from the service.
 */
const FOLDER = import.meta.dirname;
const OUT = join(FOLDER, 'out');
const DOCUMENT = join(OUT, 'openapi.json');

/** Generators by name, each with its command line. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-typescript': ['openapi-typescript', 'out/openapi.json', '-o', 'out/openapi-typescript/schema.ts'],
  'hey-api': ['openapi-ts', '-i', './out/openapi.json', '-o', 'out/hey-api', '-c', '@hey-api/client-fetch'],
  orval: ['orval', '--config', 'orval.config.mjs'],
  kubb: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
};

/** Runs a command in the folder of the generators. Returns its output when it failed. */
const failureOf = (command: string, args: readonly string[]): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const printed: string[] = [];
    const child = spawn(command, args, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? undefined : printed.join('')));
  });

let failed = 0;
const step = async (name: string, command: string, args: readonly string[]): Promise<void> => {
  const failure = await failureOf(command, args);
  process.stdout.write(`${failure === undefined ? 'ok    ' : 'FAILED'} ${name}\n`);
  if (failure === undefined) return;
  failed++;
  process.stdout.write(`${failure.split('\n').slice(0, 20).join('\n')}\n`);
};

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
await step('install', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
await step('document', process.execPath, [join(FOLDER, '../../bin/ops.ts'), 'openapi', DOCUMENT]);
for (const [name, args] of Object.entries(GENERATORS)) await step(name, 'npx', ['--no-install', ...args]);
await step('compile', 'npx', ['--no-install', 'tsc', '-p', '.']);
process.exitCode = failed === 0 ? 0 : 1;
