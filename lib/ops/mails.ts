import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { parseArgs } from 'node:util';
import { OpsError, type Command } from './command.ts';
import { openQueues } from './queues.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

type Target = { env?: string | undefined; url?: string | undefined };

/** Lists mails that failed, are being tried again, or may have been sent; sends one of an order again when asked to. */
export const mails: Command = {
  name: 'mails',
  usage: `--company SLUG [--again MAIL] ${TARGET_USAGE}`,
  summary: 'List mails that are not known to be sent; --again sends one of them once more',
  run: async (args) => {
    const options = { ...targetOptions, company: { type: 'string' }, again: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    if (!values.company) throw new OpsError(`Usage: npm run ops -- mails ${mails.usage}`);
    if (values.again) await sendAgain(values.company, values.again, values);
    else await list(values.company, values);
  },
};

const list = async (company: string, target: Target): Promise<void> => {
  await pointAt(target);
  const { listOpenMails } = await import('../../functions/domain/mail/list-open.ts');
  const open = await listOpenMails(company);
  for (const { updatedAtMs, state, mailId, attempts, error } of open) {
    const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
    const parts = [new Date(updatedAtMs).toISOString().slice(0, 16), state, mailId, tries, error ?? '-'];
    process.stdout.write(`${parts.join(' | ')}\n`);
  }
  process.stderr.write(`${open.length} mail${open.length === 1 ? '' : 's'} of ${company} not known to be sent\n`);
};

const sendAgain = async (company: string, mailId: string, target: Target): Promise<void> => {
  if (!mailId.startsWith('po_')) {
    throw new OpsError(
      'Only mails of orders are sent again from here. Resend an item with POST /v2/items/{code}/resend.',
    );
  }
  const { sqs, pairOf } = await openQueues(target);
  const { reopenMail } = await import('../../functions/domain/mail/reopen.ts');
  const mail = await reopenMail(company, mailId);
  if (!mail) throw new OpsError(`${company} has no mail ${mailId} that failed or is unconfirmed.`);
  const { url } = await pairOf('mail');
  const body = { kind: 'order', company, orderId: mail.orderId };
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(body) }));
  process.stderr.write(`The mail ${mailId} is being sent again.\n`);
};
