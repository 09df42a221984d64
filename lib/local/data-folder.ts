import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StartError } from './settings.ts';

/** The databases of a data folder. Each has a write-ahead log next to it while it is in use, and after a kill. */
const DATABASES = ['table.db', 'fauxqs.db', 'local.db'] as const;
const OWN = 'local.db';
const LOG_NEEDED = 'log_needed';
/** Names the databases that the folder has had, so that a folder without one of them is found to be incomplete. */
const HELD = 'held_database';

const logOf = (file: string): string => `${file}-wal`;
const partOf = (file: string): string => `${file}.part`;

/** Checkpoints the write-ahead log of a database into its file, keeping the log. */
const checkpointLog = (db: DatabaseSync): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)');

/**
 * Marks a folder whose logs contain data that its files lack, and names its databases. The marks are in the stack's own
 * file and not only in its log, so that a copy of the file without the log has them.
 */
export const markLogNeeded = (folder: string, stateDb: DatabaseSync): void => {
  stateDb.exec(`CREATE TABLE IF NOT EXISTS ${HELD} (name TEXT PRIMARY KEY)`);
  const hold = stateDb.prepare(`INSERT OR IGNORE INTO ${HELD} VALUES (?)`);
  for (const name of DATABASES) if (existsSync(join(folder, name))) hold.run(name);
  stateDb.exec(`CREATE TABLE IF NOT EXISTS ${LOG_NEEDED} (needed INTEGER PRIMARY KEY)`);
  stateDb.exec(`INSERT OR IGNORE INTO ${LOG_NEEDED} VALUES (1)`);
  checkpointLog(stateDb);
};

/**
 * Throws `StartError` for an incomplete folder, in which keys or rows would be missing silently: one without the
 * stack's own file, which is created first and copied last, one without another database that it has had, or one of a
 * killed stack that lacks a log.
 */
export const assertComplete = (folder: string): void => {
  const files = DATABASES.map((name) => join(folder, name));
  const isBegun = files.some((file) => existsSync(file) || existsSync(partOf(file)));
  const held = existsSync(join(folder, OWN)) ? readMarks(join(folder, OWN), HELD, 'name') : isBegun ? [OWN] : [];
  const lost = held.filter((name) => !existsSync(join(folder, String(name))));
  if (lost.length > 0) {
    throw new StartError(
      `DATA_DIR ${folder} is a part of a copy: it has no ${lost.join(', ')}. Copy every file of the folder again.`,
    );
  }
  const missing = files.filter((file) => existsSync(file) && !existsSync(logOf(file)));
  if (missing.length === 0 || readMarks(join(folder, OWN), LOG_NEEDED, 'needed').length === 0) return;
  const names = missing.map((file) => basename(logOf(file))).join(', ');
  throw new StartError(
    `DATA_DIR ${folder} was copied from a stack that had not stopped, without ${names}: its newest data is missing. ` +
      'Copy every file of the folder, or use npm run ops -- backup.',
  );
};

/**
 * The marks in a table of the stack's own file. The file is opened as immutable, because closing the last ordinary
 * connection would remove its log.
 */
const readMarks = (stateFile: string, table: string, column: string): unknown[] => {
  if (!existsSync(stateFile)) return [];
  let db: DatabaseSync | undefined;
  try {
    const url = pathToFileURL(stateFile);
    url.searchParams.set('immutable', '1');
    db = new DatabaseSync(url, { readOnly: true });
    return db
      .prepare(`SELECT ${column} FROM ${table}`)
      .all()
      .map((row) => row[column]);
  } catch {
    // The file has no such table, or is not a database of the stack: opening it later reports that.
    return [];
  } finally {
    db?.close();
  }
};

/**
 * Checkpoints the logs of a folder once nothing else writes to them, so that the `.db` files are complete. `stateDb` is
 * the open connection to the stack's own file.
 */
export const foldLogs = (folder: string, stateDb: DatabaseSync): void => {
  const otherDatabases = DATABASES.filter((name) => name !== OWN)
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => new DatabaseSync(file));
  try {
    otherDatabases.forEach(checkpointLog);
    stateDb.exec(`CREATE TABLE IF NOT EXISTS ${LOG_NEEDED} (needed INTEGER PRIMARY KEY)`);
    stateDb.exec(`DELETE FROM ${LOG_NEEDED}`);
    checkpointLog(stateDb);
  } finally {
    // The mark is removed before this, because closing the last connection removes a log.
    for (const db of otherDatabases) db.close();
  }
};

/** A data folder that cannot be the source or the target of a copy. */
export class FolderError extends Error {}

/**
 * Copies a data folder of a stopped stack into a folder that is empty or missing, or has an interrupted copy; returns
 * the names of the files. A folder whose stack was killed is repaired first (lib/reference/local.md#backup). Throws
 * `FolderError`, or `StartError` if the source is incomplete.
 */
export const copyDataFolder = (from: string, to: string): string[] => {
  if (!existsSync(join(from, OWN))) throw new FolderError(`${from} is not a data folder: it has no ${OWN}.`);
  const interrupted = interruptedCopyIn(to);
  if (!interrupted && namesIn(to).length > 0) throw new FolderError(`${to} is not empty.`);
  const names = DATABASES.filter((name) => existsSync(join(from, name)));
  assertComplete(from);
  const stateDb = openAlone(join(from, OWN));
  try {
    orRefused(from, () => foldLogs(from, stateDb));
    for (const name of names) assertIntact(join(from, name), name === OWN ? stateDb : undefined);
    mkdirSync(to, { recursive: true });
    for (const name of interrupted ?? []) rmSync(join(to, name));
    for (const name of names) copyFileSync(join(from, name), partOf(join(to, name)));
    for (const name of names) renameSync(partOf(join(to, name)), join(to, name));
  } finally {
    stateDb.close();
  }
  return [...names];
};

/**
 * The files that an interrupted copy has left, if the folder has nothing else. A copy has a part file until its last
 * step. Part files are returned last, so that an interrupted removal is also recognized.
 */
const interruptedCopyIn = (folder: string): string[] | undefined => {
  const names = namesIn(folder);
  const parts = new Set<string>(DATABASES.map(partOf));
  const isCopied = (name: string): boolean => name !== OWN && DATABASES.some((database) => database === name);
  const [ofCopy, others] = [names.filter((name) => parts.has(name)), names.filter((name) => !parts.has(name))];
  return ofCopy.length > 0 && others.every(isCopied) ? [...others, ...ofCopy] : undefined;
};

const namesIn = (folder: string): string[] => {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) throw new FolderError(`${folder} is not a folder.`);
  return readdirSync(folder);
};

const openAlone = (file: string): DatabaseSync => {
  const db = orRefused(file, () => new DatabaseSync(file));
  try {
    orRefused(file, () => db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT'));
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
};

const assertIntact = (file: string, open: DatabaseSync | undefined): void => {
  const db = open ?? new DatabaseSync(file);
  try {
    const result = orRefused(file, () => String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']));
    if (result !== 'ok') throw new FolderError(`${file} is damaged: ${result.replaceAll('\n', ' ')}.`);
  } finally {
    if (!open) db.close();
  }
};

/** SQLite's error codes: another process has the database open, or its content is invalid. Others name their reason. */
const BUSY: ReadonlySet<unknown> = new Set([5, 6]);
const INVALID: ReadonlySet<unknown> = new Set([11, 26]);

/** Turns errors of SQLite into `FolderError`. */
const orRefused = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('errcode' in cause)) throw cause;
    const { errcode, message } = cause;
    if (BUSY.has(errcode)) throw new FolderError(`${path} is in use: stop the stack first (${message}).`);
    throw new FolderError(`${path} ${INVALID.has(errcode) ? 'is damaged' : 'cannot be used'}: ${message}.`);
  }
};
