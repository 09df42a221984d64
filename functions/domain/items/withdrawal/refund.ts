import type { Reply } from '../../../storage/idempotency.ts';
import type { Recording } from '../../../storage/request-guid.ts';
import { loadItem } from '../load.ts';
import { operate, type Operator } from '../operate.ts';
import { refundResult } from '../results.ts';
import { portionIn, type AskedPortion } from '../amount.ts';
import { decideRefund } from '../rules.ts';

/** Gives back what was claimed, wholly or in part. Throws 422 with the reason when nothing can be given back. */
export const refundItem = async (
  operator: Operator,
  code: string,
  asked: AskedPortion,
  recording: Recording,
): Promise<Reply> => {
  const { item, terms } = await loadItem(operator, code);
  const portion = portionIn(asked, item.currency);
  let whole = false;
  return operate(item, operator, recording, {
    decide: (current) => {
      const decision = decideRefund(current, portion, terms);
      whole = decision.whole;
      return decision.change;
    },
    body: (after) => refundResult(after, whole),
  });
};
