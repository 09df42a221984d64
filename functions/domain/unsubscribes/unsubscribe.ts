import { nowMs } from '../../platform/clock.ts';
import { putRow } from '../../storage/table.ts';
import type { Unsubscriber } from './link.ts';
import { unsubscribedCodec, unsubscribedKey } from './rows.ts';

/** Ends a company's reminders to somebody. Doing it again changes nothing that anybody sees. */
export const unsubscribe = ({ company, name }: Unsubscriber): Promise<void> =>
  putRow(unsubscribedCodec.write({ ...unsubscribedKey(company, name), company, atMs: nowMs() }));
