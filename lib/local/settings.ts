import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';

/** The stack cannot start. `npm start` prints only the message. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/** Settings from environment variables (lib/reference/local.md#settings). */
export interface LocalSettings {
  /** IP address to listen at. */
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Data folder for the table, queues, objects, secrets, emails and the clock; undefined to keep them in memory. */
  dataDir: string | undefined;
  seedFile: string;
  /** Whether `seedFile` is the demo file that ships with the project. */
  isDemoSeed: boolean;
  environment: string;
  allowLoopback: boolean;
  logLevel: string;
  /** URL of a running DynamoDB emulator; undefined to start a table. */
  dynamoEndpoint: string | undefined;
  /** File with certificates for wallet cards; undefined to use the wallet secret of this stack. */
  walletFile: string | undefined;
  /** Folder of built bundles to run; undefined to run functions from their sources. */
  bundles: string | undefined;
  /** Whether to load functions before the first request, so that it does not wait. */
  preload: boolean;
}

export const PROJECT = resolve(import.meta.dirname, '../..');
const DEMO_FILE = resolve(PROJECT, 'events/demo.json');

const ENVIRONMENTS = ['production', 'demo', 'development'];
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

type Environment = Record<string, string | undefined>;

const parseChoice = (env: Environment, name: string, allowed: readonly string[], fallback: string): string => {
  const value = env[name] || fallback;
  if (allowed.includes(value)) return value;
  throw new StartError(`${name} is ${value}, but it must be one of ${allowed.join(', ')}.`);
};

const portOf = (text: string): number => {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError(`PORT is ${text}, but it must be a number from 0 to 65535.`);
};

/**
 * Some shells and package managers set a variable with this name to the machine's name, so a value that is not an IP
 * address is ignored.
 */
const hostOf = (text: string | undefined): string => (text && isIP(text) > 0 ? text : '127.0.0.1');

/**
 * Folders are created one by one: with `recursive`, Node 24 never returns on a file system such as /proc that rejects
 * folders.
 */
const createFolder = (full: string): void => {
  if (existsSync(full)) return;
  createFolder(dirname(full));
  mkdirSync(full);
};

const prepareFolder = (path: string): string => {
  const full = resolve(path);
  try {
    createFolder(full);
    // Permission bits are not sufficient: a file system may be read-only, and the superuser passes every check.
    rmdirSync(mkdtempSync(join(full, '.probe-')));
    return full;
  } catch (cause) {
    const code = (cause as { code?: string }).code ?? String(cause);
    throw new StartError(`DATA_DIR is ${path}, which is not a writable folder (${code}).`);
  }
};

/** Creates the data folder if it is missing. Throws `StartError` for an invalid variable. */
export const readSettings = (env: Environment): LocalSettings => {
  const environment = parseChoice(env, 'ENVIRONMENT', ENVIRONMENTS, 'development');
  const loopback = environment === 'production' ? 'false' : 'true';
  const seedFile = env['SEED'] ? resolve(env['SEED']) : DEMO_FILE;
  return {
    host: hostOf(env['HOST']),
    port: portOf(env['PORT'] || '3000'),
    dataDir: env['DATA_DIR'] ? prepareFolder(env['DATA_DIR']) : undefined,
    seedFile,
    isDemoSeed: seedFile === DEMO_FILE,
    environment,
    allowLoopback: parseChoice(env, 'WEBHOOK_ALLOW_LOOPBACK', ['true', 'false'], loopback) === 'true',
    logLevel: parseChoice({ LOG_LEVEL: env['LOG_LEVEL']?.toLowerCase() }, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    dynamoEndpoint: env['DYNAMODB_ENDPOINT'] || undefined,
    walletFile: env['WALLET_FILE'] ? resolve(env['WALLET_FILE']) : undefined,
    bundles: env['BUNDLES'] ? resolve(env['BUNDLES']) : undefined,
    preload: parseChoice(env, 'PRELOAD', ['true', 'false'], 'true') === 'true',
  };
};
