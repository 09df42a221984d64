import { nowMs } from '../../../platform/clock.ts';
import { sortable } from '../../../storage/sortable.ts';
import { getRows, putRow, queryPage, type Key, type Row } from '../../../storage/table.ts';
import { mailKey } from './rows.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** An email that bounced permanently. The row contains no email address, because the order has it. */
interface MailBounceRow extends Row {
  type: 'mail-bounce';
  company: string;
  mailId: string;
  /** Order of the email; absent if the email belongs to no order. */
  orderId?: string;
  atMs: number;
}

const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * DAY_MS;
const OF_ORDER = /^(po_[0-9a-f]{32})-/;

const bouncesOf = (company: string) => ({ index: 'ix1', partition: `${company}#mail-bounces` }) as const;

/** Records that an email bounced. A repeat replaces the row. */
export const recordBounce = async (company: string, mailId: string): Promise<void> => {
  const atMs = nowMs();
  const orderId = OF_ORDER.exec(mailId)?.[1];
  const row: MailBounceRow = {
    pk: mailKey(company, mailId).pk,
    sk: 'bounce',
    type: 'mail-bounce',
    v: 1,
    company,
    mailId,
    ...(orderId === undefined ? {} : { orderId }),
    atMs,
    ix1pk: bouncesOf(company).partition,
    ix1sk: `${sortable(atMs)}#${mailId}`,
    ttl: Math.ceil((atMs + KEPT_MS) / 1000),
  };
  await putRow(row);
};

/** Emails of a company that bounced in the last 30 days, newest first. */
export const listBounces = async (company: string, limit: number): Promise<MailBounceRow[]> => {
  const from = sortable(nowMs() - KEPT_MS);
  const { rows: keys } = await queryPage<Key>({ ...bouncesOf(company), from, to: '~', descending: true, limit });
  const rows = await getRows(keys);
  return keys.flatMap((key) => rows.get<MailBounceRow>(key) ?? []);
};
