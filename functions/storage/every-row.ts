import { config } from '../platform/config.ts';
import { documents } from './client.ts';
import { ScanCommand } from './commands.ts';
import type { Row } from './table.ts';

/** Kinds of partitions whose second part is not a company: a key, a user, a hash. Their rows may name a company. */
const NAMED_OTHERWISE: ReadonlySet<string> = new Set([
  'APIKEY',
  'DESKFORM',
  'DESKSESSION',
  'GATEWAY',
  'LEFTOVER',
  'OAUTHCLIENT',
  'OPERATORKEY',
  'SIGNIN',
  'TOKEN',
  'USER',
  'USERBUDGET',
  'WALLETPASS',
  'WRONGKEYS',
]);

/** The company that a row belongs to, by its partition key where that names one. */
export const companyOfRow = (row: Row & { company?: unknown }): unknown => {
  const [kind = '', second, third] = row.pk.split('#');
  if (NAMED_OTHERWISE.has(kind)) return row.company;
  // The mark of a counted change has the key of its item after its own.
  return kind === 'COUNTED' ? third : second;
};

/** Every row of one company, in no order. For operator commands: it scans the whole table. */
export const everyRow = async function* (company: string): AsyncGenerator<Row> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({
        TableName: config.tableName(),
        // Leaves out most rows of other companies. Slugs may share a prefix or suffix, so the key is compared below.
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
