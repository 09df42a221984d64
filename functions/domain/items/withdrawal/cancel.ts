import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import type { Recording } from '../../../storage/request-guid.ts';
import { AWAITING_PAYMENT, type ItemRow } from '../rows.ts';
import { loadItem } from '../load.ts';
import { operate, type Operator } from '../operate.ts';
import { cancelResult } from '../results.ts';
import { decideCancel } from '../rules.ts';

/**
 * Cancels an item of which nothing has been claimed; one that awaits payment is discarded. `may` refuses items that
 * the caller may not cancel (legacy users without the right). Throws 422 with the reason.
 */
export const cancelItem = async (
  operator: Operator,
  code: string,
  recording: Recording,
  may: (item: ItemRow) => ApiError | undefined = () => undefined,
): Promise<Reply> => {
  const { item, terms } = await loadItem(operator, code);
  const refused = may(item);
  if (refused) throw refused;
  let discarded = false;
  return operate(item, operator, recording, {
    decide: (current) => {
      discarded = current.status === AWAITING_PAYMENT;
      return decideCancel(current, terms);
    },
    body: (after) => cancelResult(after, discarded),
  });
};
