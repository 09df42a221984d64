import { getRows, queryAll, type Key } from '../../../storage/table.ts';
import { openMails, type MailRow } from './rows.ts';

/** Emails of a company that were not sent, or may not have been, oldest first. There are normally few. */
export const listOpenMails = async (company: string): Promise<MailRow[]> => {
  const keys = await queryAll<Key>(openMails(company));
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<MailRow>(key) ?? []).filter(({ state }) => state !== 'sent');
};
