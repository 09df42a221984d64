import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { mailKey, openMails, type MailRow } from '../../../functions/domain/notifications/mail/rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { dueAt } from '../../../functions/storage/due.ts';
import { mails } from '../../../lib/ops/mails.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

vi.mock('../../../lib/ops/target.ts', async (load) => ({ ...(await load<object>()), pointAt: async () => 'here' }));

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => {
  Object.assign(documents, { send });
  vi.restoreAllMocks();
});

const failed = (company: string, mailId: string) => {
  table.put({ ...companyKey(company), type: 'company', v: 1 });
  table.put({ pk: `INTEGRITY#${company}`, sk: 'check', type: 'check', v: 1, ...dueAt('integrity-check', company, 0) });
  const mail: MailRow = {
    ...mailKey(company, mailId),
    type: 'mail',
    v: 1,
    company,
    mailId,
    orderId: mailId,
    state: 'failed',
    holder: 'm',
    heldUntilMs: 0,
    attempts: 8,
    updatedAtMs: 0,
    ix1pk: openMails(company).partition,
    ix1sk: mailId,
  };
  table.put({ ...mail });
};

it('the command lists emails that could not be sent, of all companies or of one', async () => {
  failed('fjord', 'po_1');
  failed('nordlys', 'po_2');
  const reported: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => reported.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => reported.push(String(text)) > 0);
  await mails.run([]);
  expect(reported).toEqual([
    'fjord | 1970-01-01T00:00 | failed | po_1 | 8 tries | -\n',
    'nordlys | 1970-01-01T00:00 | failed | po_2 | 8 tries | -\n',
    '2 emails of all companies not confirmed as sent\n',
  ]);
  reported.length = 0;
  await mails.run(['--company', 'fjord']);
  expect(reported[0]).toBe('1970-01-01T00:00 | failed | po_1 | 8 tries | -\n');
  await expect(mails.run(['--company', 'nobody'])).rejects.toThrow('There is no company nobody.');
  await expect(mails.run(['--again', 'po_1'])).rejects.toThrow('Usage');
});
