import { invalid, rateLimited, type ApiError } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { outcomes } from '../../../../platform/messages/outcomes.ts';
import { items } from '../../../../platform/messages/items.ts';
import { nowMs } from '../../../../platform/clock.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { transact, TransactionRefused } from '../../../../storage/transactions.ts';
import { datedLimitExceeded, useWrite, windowOf, type DatedLimit } from '../../../../storage/limits/fixed-window.ts';
import { itemActionKey, type ItemActionRow } from '../action-rows.ts';
import type { Cause } from '../ledger/ledger.ts';
import { AWAITING_PAYMENT, CANCELLED, type ItemRow } from '../rows.ts';
import { loadItem } from '../load.ts';
import { actorOf, type Operator } from '../operate.ts';
import { cancelledReason } from '../rules.ts';
import { infoOf } from '../results.ts';
import { DAY_MS } from '../../../../platform/durations.ts';

/** Maximum number of emails per item and day, so that mailboxes are not flooded. */
const RESENDS_PER_DAY = 10;
const RESENDS = 'resends';

const resendsOf = (company: string, code: string): DatedLimit => {
  const { name, endsAtMs } = windowOf(DAY_MS);
  return { key: { pk: `RESENDS#${company}#${code}`, sk: name }, maximum: RESENDS_PER_DAY, endsAtMs };
};

/** The logged action that triggers the email with the item's document. */
export const resendAction = (
  { company, code, orderId }: ItemRow,
  email: string,
  { by, requestId, atMs }: Cause,
): ItemActionRow => {
  const logged = { company, code, atMs, requestId };
  return { ...itemActionKey(logged), type: 'item-action', v: 1, ...logged, orderId, action: 'resend', email, by };
};

/**
 * Sends an item to an email address again. The action is logged in the item's partition; the log entry triggers the
 * email. Throws 422 for an item that is cancelled, fully refunded or not paid, and 429 when it was sent ten times in a
 * day.
 */
export const resendItem = async (
  operator: Operator,
  code: string,
  email: string,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const { item } = await loadItem(operator, code);
  if (item.status === CANCELLED) throw invalid('code', cancelledReason(item));
  if (item.status === AWAITING_PAYMENT) throw invalid('code', items('item_unpaid'));
  // Such an item has no document, so the email would be dropped.
  if (item.repaidWhole) throw invalid('code', itemChanges('item_money_refunded'));
  const action = resendAction(item, email, { by: actorOf(operator), requestId: recording.guid, atMs: nowMs() });
  const reply = recording.reply(200, { info: infoOf(item), message: outcomes('item_sent', { email }) });
  const limit = resendsOf(item.company, item.code);
  try {
    await transact([{ put: action }, useWrite(limit, RESENDS), recording.record(reply)]);
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed(RESENDS)) throw tooOften(limit);
    throw error;
  }
  return reply;
};

const tooOften = (limit: DatedLimit): ApiError =>
  rateLimited(itemChanges('sent_too_often', { maximum: RESENDS_PER_DAY }), datedLimitExceeded(limit).retryAfterSeconds);
