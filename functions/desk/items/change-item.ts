import { ApiError, notFound } from '../../platform/errors.ts';
import { withRequestGuid, type ReplyRecorder } from '../../storage/request-guid.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { itemPath, searchOf } from '../codes.ts';
import type { DeskRoute } from '../endpoint.ts';
import { guidOf, replayableOf } from '../guid.ts';
import { findItemAtDesk, wholeHistoryOf } from '../code-lookup.ts';
import type { DeskVisit } from '../visit.ts';
import { itemPage, type ItemNotice } from './pages/item.ts';

interface Change {
  route: DeskRoute;
  /** The values of the form except the code. */
  input: object;
  outcome: ItemNotice;
  operate: (code: string, recording: ReplyRecorder) => Promise<Reply>;
}

/** Runs a form of an item's page. If it is refused, the page shows the reason and the current item. */
export const changeItem = (visit: DeskVisit, { route, input, outcome, operate }: Change): Promise<Reply> =>
  onItemPage(visit, outcome, async (code) => {
    const request = replayableOf(visit, route, guidOf(visit), { code, ...input });
    await withRequestGuid(request, (recording) => operate(code, recording));
  });

/**
 * Like `changeItem`, for an operation that records its own reply. The operation may return the code of another item to
 * show next.
 */
export const onItemPage = async (
  visit: DeskVisit,
  outcome: ItemNotice,
  operate: (code: string) => Promise<string | undefined | void>,
): Promise<Reply> => {
  const code = visit.request.params['code'] ?? '';
  try {
    const next = await operate(code);
    return seeOther(itemPath(next ?? code, { q: searchOf(visit), outcome }));
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 409, 422, 429].includes(error.status)) throw error;
    const item = await findItemAtDesk(visit, code);
    if (!item) throw notFound('item');
    return itemPage(visit, { item, ...(await wholeHistoryOf(visit, item.code)), refusal: error });
  }
};
