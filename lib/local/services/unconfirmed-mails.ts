import { mailTag } from '../../../functions/adapters/mail/message.ts';
import { mailKey } from '../../../functions/domain/notifications/mail/rows.ts';
import { scanTable, type LocalDynamo } from '../table/local-dynamo.ts';

type Attribute = Record<'S', string>;

interface UnconfirmedMail {
  pk: Attribute;
  sk: Attribute;
  company: Attribute;
  mailId: Attribute;
}

/** The lease of an order whose emails were about to be sent. */
interface Lease {
  pk: Attribute;
  sk: Attribute;
  company: Attribute;
  orderId: Attribute;
  announced: { L: Attribute[] };
  holder: Attribute;
}

type Table = Pick<LocalDynamo, 'tables' | 'tableName'>;

interface Mailbox {
  tags: () => Set<string>;
}

/**
 * Resolves emails that a killed run was sending. In a deployment the outcome is unknown, and staff decide; here the
 * mail service ran in the same process and has stored the emails that it accepted. Those are recorded as sent, and the
 * others are sent later (lib/decisions/mail.md). Runs before any worker.
 */
export const settleUnconfirmedMails = async (table: Table, mailbox: Mailbox, nowMs: number): Promise<void> => {
  const unconfirmed = await scanTable<UnconfirmedMail>(table, {
    FilterExpression: '#type = :mail AND #state = :calling',
    ExpressionAttributeNames: { '#type': 'type', '#state': 'state' },
    ExpressionAttributeValues: { ':mail': { S: 'mail' }, ':calling': { S: 'calling' } },
  });
  const leases = await scanTable<Lease>(table, {
    FilterExpression: '#type = :lease AND attribute_exists(announced)',
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: { ':lease': { S: 'mail-lease' } },
  });
  if (unconfirmed.length + leases.length === 0) return;
  const mails = await scanTable<UnconfirmedMail>(table, {
    FilterExpression: '#type = :mail',
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: { ':mail': { S: 'mail' } },
  });
  const known = new Set(mails.map(({ pk }) => pk.S));
  const acceptedTags = mailbox.tags();
  const isAccepted = (company: string, mailId: string): boolean => acceptedTags.has(mailTag(`${company}\n${mailId}`));
  const now = { N: String(Math.floor(nowMs)) };
  for (const { pk, sk, company, mailId } of unconfirmed) {
    const isSent = isAccepted(company.S, mailId.S);
    await table.tables('UpdateItem', {
      TableName: table.tableName,
      Key: { pk, sk },
      UpdateExpression: isSent ? 'SET #state = :state, sentAtMs = :now REMOVE ix1pk, ix1sk' : 'SET #state = :state',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':state': { S: isSent ? 'sent' : 'failing' },
        ...(isSent ? { ':now': now } : {}),
      },
    });
  }
  for (const lease of leases) {
    const open = lease.announced.L.filter(({ S }) => !known.has(mailKey(lease.company.S, S).pk));
    if (open.length === 0) continue;
    for (const mailId of open.filter(({ S }) => isAccepted(lease.company.S, S)))
      await putSent(table, lease, mailId, now);
    await table.tables('UpdateItem', {
      TableName: table.tableName,
      Key: { pk: lease.pk, sk: lease.sk },
      UpdateExpression: 'SET closed = :true REMOVE announced',
      ExpressionAttributeValues: { ':true': { BOOL: true } },
    });
  }
};

/** Writes the row that the killed worker could not write. */
const putSent = async (
  { tables, tableName }: Table,
  { company, orderId, holder }: Lease,
  mailId: Attribute,
  now: { N: string },
): Promise<void> => {
  const key = mailKey(company.S, mailId.S);
  await tables('PutItem', {
    TableName: tableName,
    Item: {
      pk: { S: key.pk },
      sk: { S: key.sk },
      type: { S: 'mail' },
      v: { N: '1' },
      company,
      mailId,
      orderId,
      holder,
      attempts: { N: '1' },
      state: { S: 'sent' },
      heldUntilMs: now,
      updatedAtMs: now,
      sentAtMs: now,
    },
  });
};
