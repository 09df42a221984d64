import { invalid } from '../../../../platform/errors.ts';
import { issuing } from '../../../../platform/messages/issuing.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { issueChanged } from './issue-changed.ts';
import { ACTIVATION, itemOfDormant } from './dormant.ts';
import { AWAITING_PAYMENT, type ItemRow } from '../rows.ts';
import { lookUpCode } from '../load.ts';
import { causeOf, type Operator } from '../operate.ts';
import { activateResult } from '../results.ts';

const alreadyLive = (item: ItemRow) =>
  invalid('code', issuing(item.status === AWAITING_PAYMENT ? 'item_awaits_capture' : 'item_active'));

/**
 * Activates a dormant campaign code, once; `amount` in decimals of the company's currency. Throws 404 for an unknown
 * code, 422 for a live item, a missing or wrong amount, and a campaign that is not open.
 */
export const activateCode = async (
  operator: Operator,
  code: string,
  amount: number | undefined,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const found = await lookUpCode(operator, code);
  if (found.item) {
    await found.lookup.hit();
    throw alreadyLive(found.item);
  }
  if (!found.dormant) throw await found.lookup.miss();
  await found.lookup.hit();
  const cause = causeOf(operator, recording);
  const item = itemOfDormant(found.dormant, found.company, operator, {
    terms: found.terms,
    requestId: recording.guid,
    amount,
  });
  const born = await issueChanged({ item, changes: [ACTIVATION], cause }, recording, (after) =>
    activateResult(after.item, found.terms),
  );
  if ('existing' in born) throw alreadyLive(born.existing);
  return born.reply;
};
