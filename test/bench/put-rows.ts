import { BatchWriteCommand } from '../../functions/storage/commands.ts';
import type { Row } from '../../functions/storage/table.ts';

const PER_BATCH = 25;
const CONCURRENT_BATCHES = 16;

/** Writes rows directly into this process's table, for large benchmarks. */
export const putRows = async (rows: readonly Row[]): Promise<void> => {
  const { documents } = await import('../../functions/storage/client.ts');
  const tableName = process.env['TABLE_NAME'] ?? '';
  const batches = Array.from({ length: Math.ceil(rows.length / PER_BATCH) }, (_, batch) =>
    rows.slice(batch * PER_BATCH, (batch + 1) * PER_BATCH),
  );
  for (let at = 0; at < batches.length; at += CONCURRENT_BATCHES) {
    await Promise.all(
      batches.slice(at, at + CONCURRENT_BATCHES).map((batch) => {
        const requests = batch.map((Item) => ({ PutRequest: { Item } }));
        return documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
      }),
    );
  }
};
