import { invalid } from '../../platform/errors.ts';
import { nowMs } from '../../platform/clock.ts';
import type { Reply } from '../../storage/idempotency.ts';
import type { Recording } from '../../storage/request-guid.ts';
import { transact } from '../../storage/transactions.ts';
import { AWAITING_PAYMENT, CANCELLED, itemActionKey, type ItemActionRow } from './rows.ts';
import { loadItem } from './load.ts';
import { actorOf, type Operator } from './operate.ts';
import { infoOf } from './results.ts';

/**
 * Sends an item to an address once more. The action is logged in the item's partition; the mail follows from the log.
 * Throws 422 for an item that nobody could use.
 */
export const resendItem = async (
  operator: Operator,
  code: string,
  email: string,
  recording: Recording,
): Promise<Reply> => {
  const { item } = await loadItem(operator, code);
  if (item.status === CANCELLED) throw invalid('code', 'The item has been cancelled.');
  if (item.status === AWAITING_PAYMENT) throw invalid('code', 'The item is not paid yet.');
  const logged = { company: item.company, code: item.code, atMs: nowMs(), requestId: recording.guid };
  const action: ItemActionRow = {
    ...itemActionKey(logged),
    type: 'item-action',
    v: 1,
    ...logged,
    orderId: item.orderId,
    action: 'resend',
    email,
    by: actorOf(operator),
  };
  const reply = recording.reply(200, { info: infoOf(item), message: `The item is being sent to ${email}.` });
  await transact([{ put: action }, recording.record(reply)]);
  return reply;
};
