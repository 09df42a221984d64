import { nowMs } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import { keyedHash } from '../../../platform/secrets.ts';
import { once, type Reply } from '../../../storage/idempotency.ts';
import { ABSENT } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { deriveCode, normalizeCode } from '../../catalog/codes/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { noReplyEmail } from './issuance/item-orders.ts';
import { assertStatusAllowed, recordingOf, type StateRequest } from './item-state.ts';
import type { ChangedItem } from './ledger/ledger.ts';
import { replaceCode } from './ledger/replace-code.ts';
import { isGroupClaimable, loadItem } from './load.ts';
import { resendAction } from './mail/resend.ts';
import { actorOf, operate } from './operate.ts';
import { itemObject } from './present.ts';
import type { ItemRow } from './rows.ts';
import { assertNotHeld } from './rules.ts';

interface ReplaceRequest extends StateRequest {
  /** Email address for the new document; default: the receiver of the item, if any. */
  email: string | undefined;
}

/**
 * The code of the successor, derived from the replaced code and the service's secret, so that a repeated decision
 * creates the same item.
 */
const successorCode = ({ company, code }: ItemRow): string =>
  deriveCode(keyedHash('item-successor', `${company}\n${normalizeCode(code)}`).toString('hex'), 'successor');

const addressOf = (item: ItemRow, company: CompanyRow, email: string | undefined): string | undefined => {
  if (email !== undefined) return email;
  const { email: receiver } = item.receiver;
  return receiver === null || receiver === noReplyEmail(company) ? undefined : receiver;
};

/**
 * Replaces an item with a new item that has another code and continues the order, value and validity
 * (lib/reference/items.md#replacing). The item is cancelled; both items, the email and the recorded reply commit in one
 * transaction. Returns 201 with the new item. Throws 409 `item_held` while part of it is held, and 422 on `code` for an
 * item that is used, cancelled, replaced, refunded or not paid.
 */
export const replaceWithNewCode = ({
  operator,
  code,
  reason,
  email,
  requestId,
  idempotency,
}: ReplaceRequest): Promise<Reply> =>
  once(idempotency, async () => {
    const { item, terms, company } = await loadItem(operator, code);
    let successor: ChangedItem | undefined;
    let isGroup = false;
    let writes: Write[] = [];
    return operate(item, operator, recordingOf(idempotency, requestId, 201), {
      decide: async (current) => {
        assertStatusAllowed(current, terms);
        if (current.repaidWhole) throw invalid('code', itemChanges('item_money_refunded'));
        assertNotHeld(current, terms);
        const cause = { by: actorOf(operator), requestId, atMs: nowMs() };
        const to = addressOf(current, company, email);
        const replacement = replaceCode(
          current,
          { code: successorCode(current), deliveredAtMs: to === undefined ? null : cause.atMs, note: reason },
          cause,
        );
        successor = replacement.successor;
        isGroup = await isGroupClaimable(successor.item, terms);
        writes = [
          { put: successor.item, condition: ABSENT, name: successor.item.pk },
          { put: successor.entry },
          ...(to === undefined ? [] : [{ put: resendAction(successor.item, to, cause) }]),
        ];
        return replacement.change;
      },
      body: () => successor && itemObject(successor.item, terms, isGroup),
      together: () => writes,
      // A concurrent replacement has created the same successor.
      decidesAgainFor: (name) => name === successor?.item.pk,
    });
  });
