import { config } from '../platform/config.ts';
import { documents } from './client.ts';
import { ScanCommand } from './commands.ts';
import type { Row } from './table.ts';

/**
 * Every row whose partition names a company, in no order, for commands of operators: it reads the whole table. Rows of
 * companies whose names begin alike are among them.
 */
export const everyRow = async function* (company: string): AsyncGenerator<Row> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({
        TableName: config.tableName(),
        FilterExpression: 'contains(pk, :company)',
        ExpressionAttributeValues: { ':company': `#${company}` },
        ConsistentRead: true,
        ...(startKey ? { ExclusiveStartKey: startKey } : {}),
      }),
    );
    for (const row of page.Items) yield row;
    startKey = page.LastEvaluatedKey;
  } while (startKey);
};
