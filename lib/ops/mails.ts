import { parseArgs } from 'node:util';
import { OpsError, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

/** Lists mails that failed, are being tried again, or may have been sent and were not confirmed. */
export const mails: Command = {
  name: 'mails',
  usage: `--company SLUG ${TARGET_USAGE}`,
  summary: 'List the mails of a company that are not known to be sent',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { ...targetOptions, company: { type: 'string' } } });
    if (!values.company) throw new OpsError(`Usage: npm run ops -- mails ${mails.usage}`);
    await pointAt(values);
    const { listOpenMails } = await import('../../functions/domain/mail/list-open.ts');
    const open = await listOpenMails(values.company);
    for (const mail of open) {
      const parts = [
        new Date(mail.updatedAtMs).toISOString().slice(0, 16),
        mail.state,
        mail.mailId,
        `${mail.attempts} ${mail.attempts === 1 ? 'try' : 'tries'}`,
        mail.error ?? '-',
      ];
      process.stdout.write(`${parts.join(' | ')}\n`);
    }
    process.stderr.write(
      `${open.length} mail${open.length === 1 ? '' : 's'} of ${values.company} not known to be sent\n`,
    );
  },
};
