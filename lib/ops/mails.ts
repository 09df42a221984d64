import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { parseArgs } from 'node:util';
import type { MailWork } from '../../functions/domain/notifications/mail/messages.ts';
import type { MailRow } from '../../functions/domain/notifications/mail/rows.ts';
import { OpsError, type Command } from './command.ts';
import { openQueues } from './queues.ts';
import { selectCompanies } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

type Target = { env?: string | undefined; url?: string | undefined };

/** Lists emails that failed, are being retried, or may have been sent; resends one on request. */
export const mails: Command = {
  name: 'mails',
  usage: `[--company SLUG [--again MAIL]] ${TARGET_USAGE}`,
  summary: 'List emails that are not confirmed as sent, of one company or of all; --again sends one of them again',
  run: async (args) => {
    const options = { ...targetOptions, company: { type: 'string' }, again: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const { company, again } = values;
    if (again === undefined) return list(company, values);
    if (!company) throw new OpsError(`Usage: npm run ops -- mails ${mails.usage}`);
    await sendAgain(company, again, values);
  },
};

/** Lists emails of one company or of all, because an alarm contains the id of an email but not its company. */
const list = async (company: string | undefined, target: Target): Promise<void> => {
  await pointAt(target);
  const { listOpenMails } = await import('../../functions/domain/notifications/mail/list-open.ts');
  let count = 0;
  for (const each of await selectCompanies(company)) {
    const open = await listOpenMails(each);
    for (const mail of open) process.stdout.write(`${company ? '' : `${each} | `}${asLine(mail)}\n`);
    count += open.length;
  }
  process.stderr.write(
    `${count} email${count === 1 ? '' : 's'} of ${company ?? 'all companies'} not confirmed as sent\n`,
  );
};

const asLine = ({ updatedAtMs, state, mailId, attempts, error }: MailRow): string => {
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return [new Date(updatedAtMs).toISOString().slice(0, 16), state, mailId, tries, error ?? '-'].join(' | ');
};

const sendAgain = async (company: string, mailId: string, target: Target): Promise<void> => {
  const { sqs, pairOf } = await openQueues(target);
  const { getRow } = await import('../../functions/storage/table.ts');
  const { mailKey } = await import('../../functions/domain/notifications/mail/rows.ts');
  const { reopenMail } = await import('../../functions/domain/notifications/mail/reopen.ts');
  const mail = await getRow<MailRow>(mailKey(company, mailId), { consistent: true });
  const message = mail && messageOf(mail);
  // Checked before the email is reopened, because an email that may have been sent must not become retryable without a
  // message.
  if (mail && mail.state !== 'sent' && !message) {
    throw new OpsError(
      `The message that requested ${mailId} is not stored. If it is a dead letter: npm run ops -- dlq replay mail. An item is sent` +
        ' again with POST /v2/items/{code}/resend.',
    );
  }
  if (!message || !(await reopenMail(company, mailId))) {
    throw new OpsError(`${company} has no email ${mailId} to send again: it was sent, or is still being retried.`);
  }
  const { url } = await pairOf('mail');
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
  process.stderr.write(`The email ${mailId} is being sent again.\n`);
};

/** Ids of emails that the message of a fulfilled order sends, whichever message requested them first. */
const OF_FULFILLMENT = /^po_[0-9a-f]{32}-(gift|own|confirmation)$/;

/** The message that requests an email: stored with it after a failed attempt, and derived from its id for a sale. */
const messageOf = ({ message, company, mailId, orderId }: MailRow): MailWork | undefined =>
  message ?? (OF_FULFILLMENT.test(mailId) ? { kind: 'order', company, orderId } : undefined);
