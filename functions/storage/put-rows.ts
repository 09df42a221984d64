import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { endRehearsal } from '../platform/agent-call.ts';
import { config } from '../platform/config.ts';
import { documents } from './client.ts';
import { pause, type Row } from './table.ts';

const BATCH_MAX_ROWS = 25;
const BATCHES_AT_ONCE = 4;

/** Puts rows without conditions, in batches: for rows that follow from others and may be written again. */
export const putRows = async (rows: readonly Row[]): Promise<void> => {
  endRehearsal();
  const batches: Row[][] = [];
  for (let at = 0; at < rows.length; at += BATCH_MAX_ROWS) batches.push(rows.slice(at, at + BATCH_MAX_ROWS));
  for (let at = 0; at < batches.length; at += BATCHES_AT_ONCE) {
    await Promise.all(batches.slice(at, at + BATCHES_AT_ONCE).map(putBatch));
  }
};

const putBatch = async (rows: Row[]): Promise<void> => {
  const table = config.tableName();
  let pending = rows.map((Item) => ({ PutRequest: { Item: Item as Row | undefined } }));
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 0) await pause(attempt);
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [table]: pending } }));
    pending = (UnprocessedItems?.[table] ?? []) as typeof pending;
  }
};
