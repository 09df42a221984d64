import { chunksOf } from '../platform/chunks.ts';
import { stopDryRun } from '../platform/dry-run.ts';
import { config } from '../platform/config.ts';
import { documents } from './client.ts';
import { BatchWriteCommand, type BatchWrite } from './commands.ts';
import { sendUntilProcessed } from './retry.ts';
import { keyText, type Key, type Row } from './table.ts';

const BATCH_MAX_ROWS = 25;
const CONCURRENT_BATCHES = 4;

/**
 * Puts derived rows in batches, without conditions. Writing a row again has no further effect. If several rows have the
 * same key, only the last one is written, because DynamoDB rejects a batch with duplicate keys, and a batch of messages
 * may contain duplicates.
 */
export const putRows = (rows: readonly Row[]): Promise<void> =>
  inBatches(uniqueByKey(rows).map((Item) => ({ PutRequest: { Item } })));

/** Deletes rows in batches, without conditions. Missing rows are ignored. */
export const deleteRows = (keys: readonly Key[]): Promise<void> =>
  inBatches(uniqueByKey(keys).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));

const uniqueByKey = <T extends Key>(rows: readonly T[]): T[] => [
  ...new Map(rows.map((row) => [keyText(row), row])).values(),
];

const inBatches = async (requests: readonly BatchWrite[]): Promise<void> => {
  stopDryRun();
  for (const batches of chunksOf(chunksOf(requests, BATCH_MAX_ROWS), CONCURRENT_BATCHES)) {
    await Promise.all(batches.map(sendBatch));
  }
};

const sendBatch = (requests: BatchWrite[]): Promise<void> => {
  const table = config.tableName();
  return sendUntilProcessed(requests, async (pending) => {
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [table]: pending } }));
    return UnprocessedItems[table] ?? [];
  });
};
