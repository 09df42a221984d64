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
import { claimError, type ItemTerms } from '../rules.ts';

/** The item's own state takes precedence: a cancelled or expired item is not active. */
const alreadyIssued = (item: ItemRow, terms: ItemTerms) =>
  invalid(
    'code',
    item.status === AWAITING_PAYMENT
      ? issuing('item_awaits_capture')
      : (claimError(item, terms) ?? issuing('item_active')),
  );

/**
 * Activates a dormant campaign code. `amount`: decimal in the company's currency. Throws 404 for an unknown code, and
 * 422 for a code that is already issued, a missing or wrong amount, and a campaign that is not open.
 */
export const activateCode = async (
  operator: Operator,
  code: string,
  amount: number | undefined,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const codeRows = await lookUpCode(operator, code);
  if (codeRows.item) {
    await codeRows.lookup.hit();
    throw alreadyIssued(codeRows.item, codeRows.terms);
  }
  if (!codeRows.dormant) throw await codeRows.lookup.miss();
  await codeRows.lookup.hit();
  const cause = causeOf(operator, recording);
  const item = await itemOfDormant(codeRows.dormant, codeRows.company, operator, {
    terms: codeRows.terms,
    requestId: recording.guid,
    amount,
  });
  const issued = await issueChanged({ item, changes: [ACTIVATION], cause }, recording, (after) =>
    activateResult(after.item, codeRows.terms),
  );
  if ('existing' in issued) throw alreadyIssued(issued.existing, codeRows.terms);
  return issued.reply;
};
