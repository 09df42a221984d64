import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Row } from '../../functions/storage/table.ts';
import { startDynamo } from '../../lib/local/table/dynamo.ts';
import { readSettings } from '../../lib/local/settings.ts';
import { LocalState } from '../../lib/local/state.ts';
import { temporaryFolder } from './table.ts';

/**
 * Loads a very large number of rows into the data folder of a table. Bypasses the API with an export that the emulator
 * imports. Hashed index entries use the secret of the stack that later starts on the folder.
 */
export const loadTable = async (folder: string, batches: Iterable<Row[]>): Promise<void> => {
  const secret = (process.env['APP_SECRET'] ??= '00'.repeat(32));
  const state = new LocalState(folder);
  state.set('secret:keys', secret);
  state.close();
  const { Table: table } = await describeTable();
  // The import finds the schema of the table by the name of the folder.
  const source = join(folder, table.TableName);
  const schema = join(folder, 'schema.json');
  await mkdir(source);
  await writeFile(schema, JSON.stringify({ Table: table }));
  await pipeline(Readable.from(linesOf(batches)), createWriteStream(join(source, 'rows.json')));
  const program = createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
  const output = join(folder, 'table.db');
  const args = ['import', '--source', source, '--schema', schema, '--output', output, '--force'];
  await promisify(execFile)(join(dirname(program), 'dynoxide'), args, { maxBuffer: Infinity });
  await rm(source, { recursive: true });
  settle(output);
};

/**
 * Checkpoints the write-ahead log, in which the import leaves its data. The emulator would otherwise do so before its
 * first response, with gigabytes for a large table.
 */
const settle = (database: string): void => {
  const opened = new DatabaseSync(database);
  opened.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  opened.close();
};

function* linesOf(batches: Iterable<Row[]>): Generator<string, void, undefined> {
  for (const rows of batches) {
    yield rows.map((row) => `${JSON.stringify({ Item: marshall(row, { removeUndefinedValues: true }) })}\n`).join('');
  }
}

/** The table as created by the stack. */
const describeTable = async (): Promise<{ Table: { TableName: string } }> => {
  const folder = await temporaryFolder();
  const dynamo = await startDynamo(readSettings({ DATA_DIR: folder }));
  try {
    return await dynamo.tables('DescribeTable', { TableName: dynamo.tableName });
  } finally {
    await dynamo.stop();
    await rm(folder, { recursive: true });
  }
};
