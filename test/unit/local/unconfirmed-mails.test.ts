import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTag } from '../../../functions/adapters/mail/message.ts';
import {
  mailKey,
  openMailPosition,
  openMails,
  type MailRow,
  type MailState,
} from '../../../functions/domain/mail/rows.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { awsJson } from '../../../lib/local/wire/aws-json.ts';
import { settleUnconfirmedMails } from '../../../lib/local/services/unconfirmed-mails.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NOW = Date.parse('2027-03-01T12:00:00Z');

const mail = async (mailId: string, state: MailState): Promise<() => Promise<MailRow | undefined>> => {
  const key = mailKey('shop', mailId);
  const open = { ix1pk: openMails('shop').partition, ix1sk: openMailPosition(mailId) };
  const about = { company: 'shop', mailId, orderId: 'po_1', holder: 'message-1', heldUntilMs: NOW + 900_000 };
  const row: MailRow = { ...key, ...open, ...about, type: 'mail', v: 1, state, attempts: 1, updatedAtMs: NOW };
  await putRow(row);
  return () => getRow<MailRow>(key);
};

test('after a kill, what the mailbox took is sent, and the rest is owed to its message', async () => {
  const taken = await mail('taken', 'calling');
  const lost = await mail('lost', 'calling');
  const preparing = await mail('preparing', 'preparing');
  const tables = awsJson(process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', 'DynamoDB_20120810');
  const mailbox = { tags: () => new Set([mailTag('shop\ntaken')]) };
  await settleUnconfirmedMails({ tables, tableName: table.name }, mailbox, NOW);
  expect(await taken()).toMatchObject({ state: 'sent', sentAtMs: NOW });
  expect(await taken()).not.toHaveProperty('ix1pk');
  expect(await lost()).toMatchObject({ state: 'failing', holder: 'message-1', ix1pk: openMails('shop').partition });
  expect(await preparing()).toMatchObject({ state: 'preparing' });
});
