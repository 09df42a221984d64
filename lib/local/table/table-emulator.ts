import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../settings.ts';
import { awsJson } from '../wire/aws-json.ts';

const START_ATTEMPTS = 5;
const START_TIMEOUT_MS = 10_000;

/** The platform that the installed package supports. */
const PACKAGED = 'linux-x64';

/** The emulator's binary for this machine. Throws `StartError` without one. */
export const binaryPath = (platform = `${process.platform}-${process.arch}`): string => {
  const name = `@dynoxide/${platform}`;
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dynoxide');
    if (existsSync(file)) return file;
  } catch {
    // Falls through to the `StartError` below.
  }
  throw new StartError(
    platform === PACKAGED
      ? `The table emulator is missing: the package ${name} is not installed. Run npm ci, or set DYNAMODB_ENDPOINT.`
      : `The table emulator runs on ${PACKAGED}, and this machine is ${platform}: start the stack without DATA_DIR, in a container (README), or with DYNAMODB_ENDPOINT.`,
  );
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/**
 * The shell between this process and the emulator watches its standard input and kills the emulator when that closes,
 * which also happens when this process is killed. The shell ends when the emulator ends.
 */
const KILLED_WITH_US = [
  'exec 3<&0',
  '"$0" "$@" 3<&- & pid=$!',
  // The shell's output has no reader once this process has ended, and writing to it would kill the shell.
  'exec 2>/dev/null',
  '{ read _ <&3; kill -KILL $pid; } & watch=$!',
  'wait $pid',
  'kill $watch',
  'wait',
].join('\n');

export interface TableEmulator {
  endpoint: string;
  stop: () => Promise<void>;
}

/** Starts the table emulator on a free port, with its table in a data folder. */
export const startEmulator = async (dataDir: string): Promise<TableEmulator> => {
  const program = binaryPath();
  const database = join(dataDir, 'table.db');
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const args = ['--port', String(port), '--db-path', database];
    const child = spawn('/bin/sh', ['-c', KILLED_WITH_US, program, ...args], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    });
    let errorOutput = '';
    child.stderr?.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    child.stdin?.on('error', () => {});
    const endpoint = `http://127.0.0.1:${port}`;
    const stop = () => stopEmulator(child);
    if (await hasStarted(endpoint, child)) {
      indexStream(database);
      return { endpoint, stop };
    }
    const lastLine = errorOutput.trim().split('\n').at(-1) ?? '';
    await stop();
    if (attempt < START_ATTEMPTS && lastLine.includes('in use')) continue;
    throw new StartError(`The table emulator did not start. ${lastLine}`.trim());
  }
};

const hasStarted = async (endpoint: string, child: ChildProcess): Promise<boolean> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const tables = awsJson(endpoint, 'DynamoDB_20120810');
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      await tables('ListTables', {});
      return true;
    } catch {
      await sleep(10);
    }
  }
  return false;
};

/**
 * On every write, the emulator finds the end of its stream by reading all of it: the thousandth sale would take a
 * thousand times as long as the first. With this index, it reads one row.
 */
const indexStream = (database: string): void => {
  const stream = new DatabaseSync(database, { timeout: START_TIMEOUT_MS });
  try {
    stream.exec(
      'CREATE INDEX IF NOT EXISTS _stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } finally {
    stream.close();
  }
};

const stopEmulator = async (child: ChildProcess): Promise<void> => {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await exited;
};
