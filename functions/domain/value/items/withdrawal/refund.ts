import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import type { Write } from '../../../../storage/transactions.ts';
import { undoneClaimWrites } from '../redemptions/undo-claims.ts';
import { loadItem } from '../load.ts';
import { operate, type Operator } from '../operate.ts';
import { refundResult } from '../results.ts';
import { portionIn, type RequestedPortion } from '../amount.ts';
import type { ItemRow } from '../rows.ts';
import { decideRefund } from '../rules.ts';

/**
 * A portion that depends on the history of the item. Called for every version of the item on which the refund is
 * decided.
 */
export type PortionOf = (item: ItemRow) => Promise<RequestedPortion>;

/** Undoes claims, in full or in part. Throws 422 with the reason when that is not possible. */
export const refundItem = async (
  operator: Operator,
  code: string,
  requested: RequestedPortion | PortionOf,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const { item, terms } = await loadItem(operator, code);
  let whole = false;
  let counting: Write[] = [];
  return operate(item, operator, recording, {
    decide: async (current) => {
      const portion = typeof requested === 'function' ? await requested(current) : requested;
      const decision = decideRefund(current, portionIn(portion, current.currency), terms);
      whole = decision.whole;
      counting = await undoneClaimWrites(current, decision.change, recording.guid);
      return decision.change;
    },
    body: (after) => refundResult(after, whole),
    together: () => counting,
    decidesAgainFor: (name) => counting.some((write) => write.name === name),
  });
};
