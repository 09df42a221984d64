import { refundItem } from '../../domain/value/items/withdrawal/refund.ts';
import { ApiError } from '../../platform/errors.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { codeFrom, counterPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { replayableOf } from '../guid.ts';
import type { DeskVisit } from '../visit.ts';
import { counterPage } from './pages/counter.ts';
import { deskUndo } from './routes.ts';
import { alreadyGivenBack, undoPortion } from './undo-portion.ts';
import { undoGuid } from './undoable.ts';

/**
 * Undoes one redemption. The request's guid is derived from the redemption, so that it is undone once, from any page. A
 * repeat of the form shows the same outcome; another form reports that it was already undone.
 */
export const handler = deskEndpoint(deskUndo, async (visit) => {
  const code = codeFrom(visit.form.get('code'));
  const transaction = visit.form.get('transaction');
  try {
    const guid = undoGuid(transaction);
    const request = { ...replayableOf(visit, deskUndo, guid, inputOf(visit, code)), guid };
    await withRequestGuid(request, (recording) =>
      refundItem(visit.operator, code, undoPortion(visit, transaction), recording),
    );
    return seeOther(counterPath(code, guid));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 404) throw error;
    const isBack = error.code === 'idempotency_conflict';
    return counterPage(visit, { code, refusal: isBack ? alreadyGivenBack(visit) : error });
  }
});

/** Forms of earlier releases have no `guid`; for those, the redemption identifies the request. */
const inputOf = (visit: DeskVisit, code: string): object => {
  const form = visit.form.get('guid');
  return form === '' ? { code } : { code, form };
};
