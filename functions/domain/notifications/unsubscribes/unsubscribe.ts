import { nowMs } from '../../../platform/clock.ts';
import { getRow, putRow } from '../../../storage/table.ts';
import { nameOfAddress, type Unsubscriber } from './link.ts';
import { unsubscribedCodec, unsubscribedKey } from './rows.ts';

/** Ends a company's reminders to a person. Idempotent. */
export const unsubscribe = ({ company, name }: Unsubscriber): Promise<void> =>
  putRow(unsubscribedCodec.write({ ...unsubscribedKey(company, name), company, atMs: nowMs() }));

/** Whether an email address has unsubscribed from a company's reminders. */
export const hasUnsubscribed = async (company: string, email: string): Promise<boolean> =>
  (await getRow(unsubscribedKey(company, nameOfAddress(email)), { consistent: true })) !== undefined;
