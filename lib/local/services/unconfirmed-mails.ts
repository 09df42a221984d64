import { mailTag } from '../../../functions/adapters/mail/message.ts';
import type { AwsJson } from '../wire/aws-json.ts';

type Attribute = Record<'S', string>;

interface UnconfirmedMail {
  pk: Attribute;
  sk: Attribute;
  company: Attribute;
  mailId: Attribute;
}

interface Page {
  Items: UnconfirmedMail[];
  LastEvaluatedKey?: unknown;
}

/**
 * Settles what became of mails that a killed run was sending. Deployed, nobody can tell, and people decide; here the
 * mail service died with its callers and knows what it had taken: those are sent, and the others are owed still
 * (lib/decisions/mail.md). Before any worker runs.
 */
export const settleUnconfirmedMails = async (
  table: { tables: AwsJson; tableName: string },
  mailbox: { tags: () => Set<string> },
  nowMs: number,
): Promise<void> => {
  const unconfirmed = await mailsBeingSent(table);
  if (unconfirmed.length === 0) return;
  const taken = mailbox.tags();
  for (const { pk, sk, company, mailId } of unconfirmed) {
    const isSent = taken.has(mailTag(`${company.S}\n${mailId.S}`));
    await table.tables('UpdateItem', {
      TableName: table.tableName,
      Key: { pk, sk },
      UpdateExpression: isSent ? 'SET #state = :state, sentAtMs = :now REMOVE ix1pk, ix1sk' : 'SET #state = :state',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':state': { S: isSent ? 'sent' : 'failing' },
        ...(isSent ? { ':now': { N: String(Math.floor(nowMs)) } } : {}),
      },
    });
  }
};

const mailsBeingSent = async ({
  tables,
  tableName,
}: {
  tables: AwsJson;
  tableName: string;
}): Promise<UnconfirmedMail[]> => {
  const found: UnconfirmedMail[] = [];
  let startKey: unknown;
  do {
    const page = await tables<Page>('Scan', {
      TableName: tableName,
      FilterExpression: '#type = :mail AND #state = :calling',
      ProjectionExpression: 'pk, sk, company, mailId',
      ExpressionAttributeNames: { '#type': 'type', '#state': 'state' },
      ExpressionAttributeValues: { ':mail': { S: 'mail' }, ':calling': { S: 'calling' } },
      ...(startKey ? { ExclusiveStartKey: startKey } : {}),
    });
    found.push(...page.Items);
    startKey = page.LastEvaluatedKey;
  } while (startKey);
  return found;
};
