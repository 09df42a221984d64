import { parseArgs } from 'node:util';
import { BatchWriteItemCommand, ScanCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { OpsError, type Command } from './command.ts';
import { fingerprint, rowsOfExport, type RawRow } from './table-export.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const BATCH = 25;
/**
 * Keys of rows that schedules write even in an empty environment: the status of the service, and progress of reminders.
 */
const OF_SCHEDULES = /^(?:STATUS|EXPIRING)\b/;
const SHOWN = 10;

/** Loads a full export of a table into an empty one, and then compares every row. */
export const tableLoad: Command = {
  name: 'table load',
  usage: `FOLDER ${TARGET_USAGE}`,
  summary: 'Load a full table export (DynamoDB JSON, AWSDynamoDB/EXPORT) into an empty table and compare every row',
  run: async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) {
      throw new OpsError(`Usage: npm run ops -- ${tableLoad.name} ${tableLoad.usage}`);
    }
    const target = await pointAt(values);
    const table = await openTable();
    for await (const row of table.rows()) {
      if (OF_SCHEDULES.test(keyOf(row))) continue;
      throw new OpsError(
        `The table ${table.name} of ${target} is not empty: it has ${keyOf(row)}. Nothing was written.`,
      );
    }
    // Every file is checked before the first row is written.
    const expected = new Map<string, string>();
    for (const rows of rowsOfExport(folder)) for (const row of rows) expected.set(keyOf(row), fingerprint(row));
    for (const rows of rowsOfExport(folder)) await table.put(rows);
    const differences: string[] = [];
    const missingKeys = new Set(expected.keys());
    for await (const row of table.rows()) {
      const key = keyOf(row);
      missingKeys.delete(key);
      if (expected.get(key) !== fingerprint(row) && !OF_SCHEDULES.test(key)) differences.push(key);
    }
    differences.push(...missingKeys);
    if (differences.length > 0) {
      throw new OpsError(
        ...differences.slice(0, SHOWN).map((key) => `${key} differs from the export.`),
        `${differences.length} rows differ. Check whether another process is writing to this table.`,
      );
    }
    process.stdout.write(
      `${expected.size} rows are in the table ${table.name} of ${target}, all identical to the export.\n`,
    );
  },
};

const keyOf = ({ pk, sk }: RawRow): string => `${pk?.S ?? ''} ${sk?.S ?? ''}`;

const openTable = async () => {
  const [{ config }, { dynamo }, { sendUntilProcessed }] = await Promise.all([
    import('../../functions/platform/config.ts'),
    import('../../functions/storage/client.ts'),
    import('../../functions/storage/retry.ts'),
  ]);
  const name = config.tableName();
  const rows = async function* (): AsyncGenerator<RawRow> {
    let ExclusiveStartKey: RawRow | undefined;
    do {
      const page = await dynamo.send(new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey }));
      yield* page.Items ?? [];
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
  const put = async (items: readonly RawRow[]): Promise<void> => {
    for (let at = 0; at < items.length; at += BATCH) {
      const requests: WriteRequest[] = items.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } }));
      await sendUntilProcessed(requests, async (pending) => {
        const response = await dynamo.send(new BatchWriteItemCommand({ RequestItems: { [name]: [...pending] } }));
        return response.UnprocessedItems?.[name] ?? [];
      });
    }
  };
  return { name, rows, put };
};
