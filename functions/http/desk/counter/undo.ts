import { refundItem } from '../../../domain/items/withdrawal/refund.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { seeOther } from '../../shop/reply.ts';
import { codeFrom, counterPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { replayableOf } from '../guid.ts';
import { changeIn, historyOf, lookAt } from '../look-up.ts';
import { counterPage } from './pages/counter.ts';
import { portionOfEntry } from './portion.ts';
import { deskUndo } from './routes.ts';

/**
 * Gives back what one redemption has taken. The request is named after that redemption, so that nobody undoes it twice,
 * from whatever page and however often.
 */
export const handler = deskEndpoint(deskUndo, async (visit) => {
  const code = codeFrom(visit.form.get('code'));
  const transaction = visit.form.get('transaction');
  try {
    const guid = `undo:${transaction}`.slice(0, 200);
    const request = { ...replayableOf(visit, deskUndo, guid, { code }), guid };
    await withRequestGuid(request, async (recording) => {
      const [item, history] = await Promise.all([lookAt(visit, code), historyOf(visit, code)]);
      const entry = changeIn(history, (each) => each.transaction_id === transaction && each.kind === 'claim');
      if (!item || !entry) throw notFound('transaction');
      return refundItem(visit.operator, code, portionOfEntry(item, entry), recording);
    });
    return seeOther(counterPath(code, guid));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 404) throw error;
    return counterPage(visit, { code, refusal: error });
  }
});
