import { claimItem } from '../../domain/value/items/redemption/claim.ts';
import { ApiError } from '../../platform/errors.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { codeFrom, counterPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { guidOf, replayableOf } from '../guid.ts';
import { counterPage } from './pages/counter.ts';
import { typedPortion } from './portion.ts';
import { deskRedeem } from './routes.ts';

/** After a refusal the page shows the card with its current state. */
export const handler = deskEndpoint(deskRedeem, async (visit) => {
  const code = codeFrom(visit.form.get('code'));
  try {
    const guid = guidOf(visit);
    const { input, portion } = await typedPortion(visit, code);
    await withRequestGuid(replayableOf(visit, deskRedeem, guid, { code, ...input }), (recording) =>
      claimItem(visit.operator, code, portion, recording),
    );
    return seeOther(counterPath(code, guid));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
    return counterPage(visit, { code, refusal: error });
  }
});
