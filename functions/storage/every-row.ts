import { config } from '../platform/config.ts';
import { documents } from './client.ts';
import { ScanCommand } from './commands.ts';
import { companyOfRow } from './company-of-row.ts';
import type { Row } from './table.ts';

/** All rows of one company, in no particular order. For operator commands, because it scans the whole table. */
export const everyRow = async function* (company: string): AsyncGenerator<Row> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({
        TableName: config.tableName(),
        // Excludes most rows of other companies. A slug may be part of another one, so the key is compared below.
        FilterExpression: 'contains(pk, :part) OR company = :company',
        ExpressionAttributeValues: { ':part': `#${company}`, ':company': company },
        ConsistentRead: true,
        ...(startKey ? { ExclusiveStartKey: startKey } : {}),
      }),
    );
    for (const row of page.Items) if (companyOfRow(row) === company) yield row;
    startKey = page.LastEvaluatedKey;
  } while (startKey);
};
