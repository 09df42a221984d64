import { claimOrder } from '../../domain/value/items/redemption/claim-order.ts';
import { ApiError } from '../../platform/errors.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { codeFrom, counterPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { guidOf, replayableOf } from '../guid.ts';
import { counterPage } from './pages/counter.ts';
import { deskRedeemGroup } from './routes.ts';

/** Redeems the items of an order. If their number differs from the one that the page showed, nothing is redeemed. */
export const handler = deskEndpoint(deskRedeemGroup, async (visit) => {
  const code = codeFrom(visit.form.get('code'));
  const claim = {
    orderId: visit.form.get('order_id'),
    groupCode: undefined,
    // Pages that were opened before the release that introduced `seen` do not send it.
    ...(visit.form.has('seen') ? { seen: Number(visit.form.get('seen')) } : {}),
  };
  try {
    const guid = guidOf(visit);
    await withRequestGuid(replayableOf(visit, deskRedeemGroup, guid, { orderId: claim.orderId }), (recording) =>
      claimOrder(visit.operator, claim, recording),
    );
    return seeOther(counterPath(code, guid));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return counterPage(visit, { code, refusal: error });
  }
});
