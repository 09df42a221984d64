import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTag } from '../../../functions/adapters/mail/message.ts';
import {
  mailKey,
  mailLeaseKey,
  openMailPosition,
  openMails,
  type MailLeaseRow,
  type MailRow,
  type MailState,
} from '../../../functions/domain/notifications/mail/rows.ts';
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

test('after a kill, emails in the mailbox are marked as sent, and other unconfirmed ones as failing', async () => {
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

const leaseOf = async (orderId: string, mails: string[]): Promise<MailLeaseRow> => {
  const lease: MailLeaseRow = {
    ...mailLeaseKey('shop', orderId),
    type: 'mail-lease',
    v: 1,
    company: 'shop',
    orderId,
    holder: 'message-1',
    heldUntilMs: NOW,
    tryId: 'try',
    announced: mails,
  };
  await putRow(lease);
  return lease;
};

test('of two emails in one call, each is marked according to the mailbox', async () => {
  const lease = await leaseOf('po_2', ['po_2-gift', 'po_2-confirmation']);
  const done = await leaseOf('po_3', ['po_3-gift']);
  await mail('po_3-gift', 'failing');
  const tables = awsJson(process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', 'DynamoDB_20120810');
  const mailbox = { tags: () => new Set([mailTag('shop\npo_2-gift'), mailTag('shop\npo_3-gift')]) };
  await settleUnconfirmedMails({ tables, tableName: table.name }, mailbox, NOW);
  expect(await getRow(mailKey('shop', 'po_2-gift'))).toMatchObject({
    state: 'sent',
    holder: 'message-1',
    attempts: 1,
    mailId: 'po_2-gift',
    orderId: 'po_2',
  });
  expect(await getRow(mailKey('shop', 'po_2-confirmation'))).toBeUndefined();
  expect(await getRow(lease)).toMatchObject({ closed: true });
  expect(await getRow(lease)).not.toHaveProperty('announced');
  // Emails with a row are not looked up.
  expect(await getRow(mailKey('shop', 'po_3-gift'))).toMatchObject({ state: 'failing' });
  expect(await getRow(done)).toHaveProperty('announced');
});
