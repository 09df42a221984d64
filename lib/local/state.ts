import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StartError } from './settings.ts';

/**
 * State of the stack in addition to the table, queues and objects: the clock's offset, the secrets, the positions in
 * the streams, delayed messages, emails, and when each object was stored. One SQLite file in the data folder, or
 * memory.
 */
export class LocalState {
  readonly db: DatabaseSync;
  readonly #get: StatementSync;
  readonly #set: StatementSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(dataDir: string | undefined) {
    this.db = new DatabaseSync(dataDir ? join(dataDir, 'local.db') : ':memory:');
    try {
      // The lock is held until this process ends in any way: two stacks on one folder would corrupt each other.
      this.db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      this.db.exec(`
        CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS held (id TEXT PRIMARY KEY, queue TEXT NOT NULL, message TEXT NOT NULL, due_ms INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS mail (id INTEGER PRIMARY KEY, message TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS object (bucket TEXT, key TEXT, stored_ms INTEGER NOT NULL, PRIMARY KEY (bucket, key));
      `);
    } catch (cause) {
      throw new StartError(
        `DATA_DIR ${dataDir ?? ''} is in use by another process, or is not a data folder (${String(cause)}).`,
      );
    }
    this.#get = this.statement('SELECT value FROM setting WHERE name = ?');
    this.#set = this.statement('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  }

  /** A prepared statement for an SQL text, compiled once. */
  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const compiled = this.db.prepare(sql);
    this.#statements.set(sql, compiled);
    return compiled;
  }

  get(name: string): string | undefined {
    const row = this.#get.get(name);
    return row ? String(row['value']) : undefined;
  }

  set(name: string, value: string): void {
    this.#set.run(name, value);
  }

  /** The value, created and stored on first use. */
  getOrCreate(name: string, make: () => string): string {
    const known = this.get(name);
    if (known !== undefined) return known;
    const value = make();
    this.set(name, value);
    return value;
  }

  close(): void {
    this.db.close();
  }
}
